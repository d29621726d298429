import type { ComponentChildren, VNode } from 'preact';
import type { SiteWords } from '../../words/site-words.js';

/**
 * The rendered parts of a page. A part without content is absent. Parts are as wide as what contains them: a layout
 * decides where they stand.
 */
export interface Parts {
  greeting?: VNode;
  /** The only `h1` of the page. */
  title: VNode;
  lead?: VNode;
  /** The button of the first action, in a layout that opens with it. Absent if the cards follow at once. */
  button?: VNode;
  cover?: VNode;
  body?: VNode;
  blocks: readonly VNode[];
  /** The widgets. */
  proof: readonly VNode[];
  questions?: VNode;
  questionBox?: VNode;
  /** The actions, in their order. */
  cards: readonly CardPart[];
  /** The site's own words. */
  words: SiteWords;
  /** Who writes. */
  signature?: string;
}

export interface CardPart {
  /** Links on the page lead to it. */
  id: string;
  kind: 'link' | 'copy' | 'form';
  /** An `h2`. */
  title?: VNode;
  /** What to know before a form. */
  text?: VNode;
  content: VNode;
}

/** What a page of a type looks like. */
export interface Layout {
  /** The rules of this type, beside those of all pages. They use logical sides only, so they fit each direction. */
  css: string;
  /** The page works without it. It contains nothing of the content. */
  script?: string;
  /**
   * How the page offers its first action: with a button below the title, with the card, or after its text. The header
   * does not repeat an action that the page opens with.
   */
  opensWith: 'button' | 'card' | 'text';
  /** The width of the cover, as in `sizes` of an image. */
  coverSizes: string;
  /** The children of `main`. */
  Main: (parts: Parts) => ComponentChildren;
}
