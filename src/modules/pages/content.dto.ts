import { ListOf, ListOfKinds, Nested, OneOf, RecordId, Text, Time } from '../../shared/fields/fields.js';
import { MetadataView } from './metadata.dto.js';
import { ActionCardWidget, ActionView, FooterLinkGroup, Script } from './page-parts.dto.js';

/** A version is kept and sent whole, so it may not grow without end. */
export const MAX_CONTENT_BYTES = 1_048_576;

const PLAIN = 'Plain text: it is shown as it is, never read as HTML.';

/** Whom it is for, and what it is about. */
export class HeroSection {
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

  @Text({ about: PLAIN })
  text!: string;
}

/** What the page has to say. */
export class BodySection {
  @OneOf(['body'], { example: 'body' })
  type!: 'body';

  @Text({ about: PLAIN })
  text!: string;
}

/** Why to believe it. */
export class ProofSection {
  @OneOf(['proof'], { example: 'proof' })
  type!: 'proof';

  @ListOf(() => ActionCardWidget)
  widgets!: ActionCardWidget[];
}

export class QuestionAndAnswer {
  @Text({ about: PLAIN, example: 'What does it cost?' })
  question!: string;

  @Text({ about: PLAIN, example: 'Every plan is free.' })
  answer!: string;
}

/** What the topics have to say, as questions and answers. */
export class QuestionsSection {
  @OneOf(['questions'], { example: 'questions' })
  type!: 'questions';

  @ListOf(() => QuestionAndAnswer)
  questions!: QuestionAndAnswer[];
}

/** What a visitor can do. */
export class ActionsSection {
  @OneOf(['actions'], { example: 'actions' })
  type!: 'actions';

  @ListOf(() => ActionView)
  actions!: ActionView[];

  @Text({ optional: true, about: 'The form to show instead of the usual one.' })
  formId?: string;

  @Text({ optional: true, about: 'What that form should ask for.' })
  formInstructions?: string;
}

export class FooterSection {
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

export type Section = InstanceType<(typeof SECTIONS)[keyof typeof SECTIONS]>;

/** What visitors are shown: composed once, kept with its version, never changed. */
export class Content {
  @Text({ example: 'Foyer for Acme' })
  title!: string;

  @Nested(() => MetadataView)
  metadata!: MetadataView;

  @Text({ optional: true, about: 'The action in the header.' })
  headerActionId?: string;

  @ListOfKinds('type', SECTIONS, { about: 'In the order in which they are shown.' })
  sections!: Section[];

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
