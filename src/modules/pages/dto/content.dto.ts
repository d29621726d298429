import { ListOf, ListOfKinds, Nested, OneOf, RecordId, Text, Time } from '../../../shared/fields/fields.js';
import { MetadataView } from './metadata.dto.js';
import { ActionCardWidget, ActionView, FooterLinkGroup, MARKDOWN, Script } from './page-parts.dto.js';
import type * as stored from '../entities/content.js';

const PLAIN = 'Plain text: it is shown as it is, never read as HTML.';

/** Whom it is for, and what it is about. */
export class HeroSection implements stored.HeroSection {
  @OneOf(['hero'], { example: 'hero' })
  type!: 'hero';

  @Text({
    optional: true,
    about: "For an audience of a person: the person's name, and the company.",
    example: 'For Ada Lovelace at Acme',
  })
  greeting?: string;

  @Text({ about: PLAIN, example: 'Foyer for Acme' })
  title!: string;

  @Text({ optional: true, about: PLAIN })
  text?: string;
}

/** What the page has to say. */
export class BodySection implements stored.BodySection {
  @OneOf(['body'], { example: 'body' })
  type!: 'body';

  @Text({ about: MARKDOWN })
  text!: string;
}

/** Why to believe it. */
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

/** What the topics have to say, as questions and answers. */
export class QuestionsSection implements stored.QuestionsSection {
  @OneOf(['questions'], { example: 'questions' })
  type!: 'questions';

  @ListOf(() => QuestionAndAnswer)
  questions!: QuestionAndAnswer[];
}

/** What a visitor can do. */
export class ActionsSection implements stored.ActionsSection {
  @OneOf(['actions'], { example: 'actions' })
  type!: 'actions';

  @ListOf(() => ActionView)
  actions!: ActionView[];

  @Text({ optional: true, about: 'The form to show instead of the usual one.' })
  formId?: string;

  @Text({ optional: true, about: 'The form of the page, where there is no such form.' })
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
  proof: ProofSection,
  questions: QuestionsSection,
  actions: ActionsSection,
  footer: FooterSection,
};

/** What visitors are shown. */
export class Content implements stored.Content {
  @Text({ example: 'Foyer for Acme' })
  title!: string;

  @Text({ optional: true, example: 'en' })
  language?: string;

  @Nested(() => MetadataView)
  metadata!: MetadataView;

  @Text({ optional: true, about: 'The action in the header.' })
  headerActionId?: string;

  @ListOfKinds('type', SECTIONS, { about: 'In the order in which they are shown.' })
  sections!: stored.Section[];

  @ListOf(() => Script, { about: 'Those that are enabled.' })
  scripts!: Script[];
}

export class VersionContentView {
  @RecordId('version')
  versionId!: string;

  @Time({ about: 'When it was composed and published.' })
  publishedAt!: string;

  @Nested(() => Content)
  content!: Content;
}
