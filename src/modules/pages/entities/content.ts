import type { Metadata } from './metadata.js';
import type { Block, CoverImage } from './page-blocks.js';
import type { ActionCardWidget, FooterLinkGroup, IndexedAction, Script } from './page-parts.js';

/** The content of a version is stored and returned as a whole, so its size is limited. */
export const MAX_CONTENT_BYTES = 1_048_576;

/**
 * The version of the composing rules. Content that earlier rules composed is composed again. Since version 2, notes
 * for the composer (`pageContext`, `supplementaryContext`) are not shown to visitors.
 */
export const CONTENT_RULES = 2;

/** The content that visitors see: composed once, stored with its version, never changed. Response dtos implement it. */
export interface Content {
  title: string;
  /** The title of the page without the overrides of the audience. Versions of earlier releases do not have it. */
  pageTitle?: string;
  language?: string;
  /** Versions of earlier releases do not have it; their page's type applies. */
  pageType?: string;
  coverImage?: CoverImage;
  /** The topics (`topic_…`) whose entries answer questions of visitors. Absent: all topics. */
  topicIds?: string[];
  metadata: Metadata;
  /** The asset (`asset_…`) whose picture other sites show beside a link to the page. */
  ogImageAssetId?: string;
  /** The assets whose pictures a model's text may show. Other texts show all pictures of their tenant. */
  quotedAssetIds?: string[];
  headerActionId?: string;
  sections: Section[];
  scripts: Script[];
}

/** Who wrote the text: a language model, or the tenant, whose texts the template uses unchanged. */
export type TextAuthor = 'template' | 'model';

export interface ComposedContent {
  content: Content;
  /** Null if it was not recorded. The text then counts as a model's. */
  author: TextAuthor | null;
}

/** The parts of a composed page, in display order. Body and answers are Markdown, the rest is plain text. */
export type Section =
  | HeroSection
  | BodySection
  | BlocksSection
  | ProofSection
  | QuestionsSection
  | ActionsSection
  | FooterSection;

/** Who the page is for, and what it is about. */
export interface HeroSection {
  type: 'hero';
  /** In English. */
  greeting?: string;
  /** Whom the greeting names, so that it can be said in another language. Versions of earlier releases do not have it. */
  greeted?: Greeted;
  title: string;
  text?: string;
}

export interface Greeted {
  name: string;
  /** The company of the person: its name, or else its domain. */
  company?: string;
}

/** The main text of the page. */
export interface BodySection {
  type: 'body';
  text: string;
}

/** What the tenant placed below the main text. */
export interface BlocksSection {
  type: 'blocks';
  blocks: Block[];
}

/** Social proof, such as logos of customers. */
export interface ProofSection {
  type: 'proof';
  widgets: ActionCardWidget[];
}

/** The topics as questions and answers. */
export interface QuestionsSection {
  type: 'questions';
  questions: QuestionAndAnswer[];
}

export interface QuestionAndAnswer {
  question: string;
  answer: string;
}

/** The actions that a visitor can take. */
export interface ActionsSection {
  type: 'actions';
  actions: IndexedAction[];
  formId?: string;
  /** Shown if `formId` is absent or there is no such form. */
  defaultFormId?: string;
  formInstructions?: string;
}

export interface FooterSection {
  type: 'footer';
  links: FooterLinkGroup[];
}
