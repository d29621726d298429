import { ListOf, ListOfKinds, Nested, OneOf, RecordId, Text, Time } from '../../../shared/fields/fields.js';
import { MetadataView } from './metadata.dto.js';
import { ActionCardWidget, ActionView, FooterLinkGroup, MARKDOWN, Script } from './page-parts.dto.js';
import { Blocks, COVER, CoverImage } from './page-blocks.dto.js';
import { PAGE_TYPES } from './pages.dto.js';
import { TopicIds } from './topic-ids.js';
import type { Block } from '../entities/page-blocks.js';
import type * as stored from '../entities/content.js';

const PLAIN = 'Plain text; never interpreted as HTML.';

/** Whom the greeting names. */
export class Greeted implements stored.Greeted {
  @Text({ about: PLAIN, example: 'Ada Lovelace' })
  name!: string;

  @Text({
    optional: true,
    about: 'The company of the person: its name, or else its domain.',
    example: 'Acme',
  })
  company?: string;
}

/** Who the page is for, and what it is about. */
export class HeroSection implements stored.HeroSection {
  @OneOf(['hero'], { example: 'hero' })
  type!: 'hero';

  @Text({
    optional: true,
    about: 'The name and the company of the person in English, if the audience has a person.',
    example: 'For Ada Lovelace at Acme',
  })
  greeting?: string;

  @Nested(() => Greeted, {
    optional: true,
    about: 'The site greets them in the language of the page. Absent in versions of earlier releases.',
  })
  greeted?: Greeted;

  @Text({ about: PLAIN, example: 'Foyer for Acme' })
  title!: string;

  @Text({ optional: true, about: PLAIN })
  text?: string;
}

/** The main text of the page. */
export class BodySection implements stored.BodySection {
  @OneOf(['body'], { example: 'body' })
  type!: 'body';

  @Text({ about: MARKDOWN })
  text!: string;
}

/** What the tenant placed below the main text. */
export class BlocksSection implements stored.BlocksSection {
  @OneOf(['blocks'], { example: 'blocks' })
  type!: 'blocks';

  @Blocks({ about: 'In display order.' })
  blocks!: Block[];
}

/** Social proof, such as logos of customers. */
export class ProofSection implements stored.ProofSection {
  @OneOf(['proof'], { example: 'proof' })
  type!: 'proof';

  @ListOf(() => ActionCardWidget)
  widgets!: ActionCardWidget[];
}

export class QuestionAndAnswer implements stored.QuestionAndAnswer {
  @Text({ about: PLAIN, example: 'What does it cost?' })
  question!: string;

  @Text({ about: MARKDOWN, example: 'Every plan is free.' })
  answer!: string;
}

/** The topics as questions and answers. */
export class QuestionsSection implements stored.QuestionsSection {
  @OneOf(['questions'], { example: 'questions' })
  type!: 'questions';

  @ListOf(() => QuestionAndAnswer)
  questions!: QuestionAndAnswer[];
}

/** The actions that a visitor can take. */
export class ActionsSection implements stored.ActionsSection {
  @OneOf(['actions'], { example: 'actions' })
  type!: 'actions';

  @ListOf(() => ActionView)
  actions!: ActionView[];

  @Text({ optional: true, about: 'The form of the audience, which replaces the form of the page.' })
  formId?: string;

  @Text({
    optional: true,
    about: 'The form of the page; shown if `formId` is absent or there is no such form.',
  })
  defaultFormId?: string;

  @Text({ optional: true, about: 'What that form should ask for.' })
  formInstructions?: string;
}

export class FooterSection implements stored.FooterSection {
  @OneOf(['footer'], { example: 'footer' })
  type!: 'footer';

  @ListOf(() => FooterLinkGroup)
  links!: FooterLinkGroup[];
}

/** The parts of a composed page, by their type. */
const SECTIONS = {
  hero: HeroSection,
  body: BodySection,
  blocks: BlocksSection,
  proof: ProofSection,
  questions: QuestionsSection,
  actions: ActionsSection,
  footer: FooterSection,
};

/** The content that visitors see. */
export class Content implements stored.Content {
  @Text({ example: 'Foyer for Acme' })
  title!: string;

  @Text({ optional: true, example: 'en' })
  language?: string;

  @OneOf(PAGE_TYPES, {
    title: 'PageType',
    optional: true,
    about: 'Absent in versions of earlier releases. Their page shows its current type.',
  })
  pageType?: string;

  @Nested(() => CoverImage, { optional: true, about: COVER })
  coverImage?: CoverImage;

  @TopicIds({
    optional: true,
    about: 'The topics whose entries answer questions of visitors. Absent: all topics.',
  })
  topicIds?: string[];

  @Nested(() => MetadataView)
  metadata!: MetadataView;

  @Text({ optional: true, about: 'The action in the header.' })
  headerActionId?: string;

  @ListOfKinds('type', SECTIONS, { about: 'In display order.' })
  sections!: stored.Section[];

  @ListOf(() => Script, { about: 'The enabled scripts.' })
  scripts!: Script[];
}

export class VersionContentView {
  @RecordId('version')
  versionId!: string;

  @Time({ about: 'When the content was composed and published.' })
  publishedAt!: string;

  @Nested(() => Content)
  content!: Content;
}
