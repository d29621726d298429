import MarkdownIt, { type Env } from 'markdown-it';
import { assetIdOf, MAX_PICTURES } from '../../../../shared/markdown/asset-references.js';
import { BoundedMarkdown } from '../../../../shared/markdown/bounded-markdown.js';
import type { MarkdownBudget } from '../../../../shared/markdown/markdown-budget.js';
import { HeadingLevels } from './heading-levels.js';
import { plainTextToHtml } from './plain-text.js';
import { safeUrl } from './safe-url.js';
import type { ShownPicture, ShownPictures } from './shown-picture.js';

/** The steps of writing a picture, which may have many URLs. */
const PICTURE_STEPS = 2000;

/** The width of a picture: that of the text, or of the screen if it is smaller. */
const SIZES = '(min-width: 44rem) 42rem, 100vw';

/** The state of rendering one text. */
interface TextState {
  budget: MarkdownBudget;
  pictures: ShownPictures;
  pictureCount: number;
  headings: HeadingLevels;
  /** The link that is being written. A link to an asset leads nowhere, so its text alone is written. */
  link?: 'written' | 'omitted';
}

const markdown = new MarkdownIt({ html: false });

markdown.validateLink = (url) => safeUrl(url) !== undefined || assetIdOf(url) !== undefined;

const bounded = new BoundedMarkdown(markdown);

const { rules } = markdown.renderer;

/**
 * Each text has its own direction; markers, lines and columns have that of the page. In a list without paragraphs, the
 * text of an item has an element of its own: the direction of an item would also move its marker.
 */
rules.paragraph_open = (tokens, index) => (tokens[index]!.hidden ? '<bdi>' : '<p dir="auto">');
rules.paragraph_close = (tokens, index) => (tokens[index]!.hidden ? '</bdi>' : '</p>\n');

rules.heading_open = (tokens, index, _, env) =>
  `<h${stateIn(env).headings.next(Number(tokens[index]!.tag.slice(1)))} dir="auto">`;
rules.heading_close = (_tokens, _index, _options, env) => `</h${stateIn(env).headings.current}>\n`;

/**
 * An image that the page must not show is rendered as a link. Within a link, which can't contain another one, it is
 * rendered as text, and so is the image of an asset, which has no address of its own.
 */
rules.image = (tokens, index, options, env, renderer) => {
  const { attrs, children } = tokens[index]!;
  const source = String(attrs?.find(([name]) => name === 'src')?.[1]);
  const alt = renderer.renderInlineAsText(children ?? [], options, env);
  const state = stateIn(env);
  const picture = state.pictureCount < MAX_PICTURES ? state.pictures.at(source) : undefined;
  if (picture) return written(picture, alt, state);
  if (assetIdOf(source)) return escaped(alt);
  const text = escaped(alt || source);
  return state.link === 'written' ? text : `<a href="${escaped(source)}">${text}</a>`;
};

function written(
  { url, width, height, srcset, webpSrcset, isForeign }: ShownPicture,
  alt: string,
  state: TextState,
): string {
  state.pictureCount++;
  state.budget.spend(PICTURE_STEPS);
  const attributes = {
    ...{ src: url, srcset, sizes: srcset && SIZES, alt, width, height },
    ...{ loading: 'lazy', decoding: 'async', referrerpolicy: isForeign ? 'no-referrer' : undefined },
  };
  const image = element('img', attributes);
  if (webpSrcset === undefined) return image;
  const source = element('source', { type: 'image/webp', srcset: webpSrcset, sizes: SIZES });
  return `<picture>${source}${image}</picture>`;
}

function element(name: string, attributes: Record<string, string | number | undefined>): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return `<${name}${given.map(([key, value]) => ` ${key}="${escaped(String(value))}"`).join('')}>`;
}

rules.link_open = (tokens, index, options, env, renderer) => {
  const state = stateIn(env);
  state.link = assetIdOf(String(tokens[index]!.attrGet('href'))) ? 'omitted' : 'written';
  return state.link === 'written' ? renderer.renderToken(tokens, index, options) : '';
};

rules.link_close = (tokens, index, options, env, renderer) => {
  const state = stateIn(env);
  const isWritten = state.link === 'written';
  state.link = undefined;
  return isWritten ? renderer.renderToken(tokens, index, options) : '';
};

/** Elements that scroll sideways must be reachable with the keyboard. */
const { fence, code_block } = rules;
rules.fence = (...given) => reachable(fence!(...given));
rules.code_block = (...given) => reachable(code_block!(...given));
rules.table_open = () => '<table tabindex="0">';

function reachable(pre: string): string {
  return pre.replace(/^<pre/, '$& tabindex="0"');
}

/** The policy of a page forbids style attributes, so the alignment of a column is an attribute. */
rules.th_open = rules.td_open = (tokens, index) => {
  const token = tokens[index]!;
  const alignment = /left|center|right/.exec(String(token.attrGet('style')))?.[0];
  return alignment ? `<${token.tag} dir="auto" align="${alignment}">` : `<${token.tag} dir="auto">`;
};

/**
 * Renders a safe subset of Markdown: no HTML of the author, and no URL that could run code. A text that is beyond the
 * budget is rendered as plain text. `under` is the level of the heading that the text stands under.
 */
export function markdownToHtml(
  text: string,
  budget: MarkdownBudget,
  pictures: ShownPictures,
  under = 1,
): string {
  const state: TextState = { budget, pictures, pictureCount: 0, headings: new HeadingLevels(under) };
  return bounded.render(text, budget, { state }) ?? plainTextToHtml(text);
}

function stateIn(env: Env | undefined): TextState {
  return env!.state as TextState;
}

function escaped(text: string): string {
  return markdown.utils.escapeHtml(text);
}
