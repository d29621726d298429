import type { Metadata } from './metadata.js';
import type { ActionCardWidget, FooterLinkGroup, IndexedAction, Script } from './page-parts.js';

/** The content of a version is stored and answered as a whole, so its size is limited. */
export const MAX_CONTENT_BYTES = 1_048_576;

/**
 * The number of the rules by which content is composed. What was composed by earlier rules is composed anew. Since the
 * second, what is noted for the composer (`pageContext`, `supplementaryContext`) is not shown to visitors.
 */
export const CONTENT_RULES = 2;

/** What visitors are shown: composed once, stored with its version, never changed. The dtos of answers implement it. */
export interface Content {
  title: string;
  language?: string;
  metadata: Metadata;
  headerActionId?: string;
  sections: Section[];
  scripts: Script[];
}

/** The parts of a composed page, in the order in which they are shown. Body and answers are Markdown, the rest is text. */
export type Section =
  HeroSection | BodySection | ProofSection | QuestionsSection | ActionsSection | FooterSection;

/** Whom it is for, and what it is about. */
export interface HeroSection {
  type: 'hero';
  greeting?: string;
  title: string;
  text?: string;
}

/** What the page has to say. */
export interface BodySection {
  type: 'body';
  text: string;
}

/** Why to believe it. */
export interface ProofSection {
  type: 'proof';
  widgets: ActionCardWidget[];
}

/** What the topics have to say. */
export interface QuestionsSection {
  type: 'questions';
  questions: QuestionAndAnswer[];
}

export interface QuestionAndAnswer {
  question: string;
  answer: string;
}

/** What a visitor can do. */
export interface ActionsSection {
  type: 'actions';
  actions: IndexedAction[];
  formId?: string;
  /** Instead of that one, where it is not there. */
  defaultFormId?: string;
  formInstructions?: string;
}

export interface FooterSection {
  type: 'footer';
  links: FooterLinkGroup[];
}
