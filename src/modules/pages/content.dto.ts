import { ListOf, Nested, OneOf, RecordId, Text, Time } from '../../shared/http/fields.js';
import { MetadataView } from './metadata.dto.js';
import { ActionCardWidget, ActionView, FooterLinkGroup, Script } from './page-parts.dto.js';

export const SECTION_TYPES = ['hero', 'body', 'proof', 'actions', 'footer'] as const;

/** One part of a composed page; which of its fields it has follows from its type. */
export class Section {
  @OneOf(SECTION_TYPES, { example: 'hero' })
  type!: (typeof SECTION_TYPES)[number];

  @Text({ optional: true, example: 'Foyer for Acme' })
  title?: string;

  @Text({ optional: true })
  text?: string;

  @ListOf(() => ActionCardWidget, { optional: true, about: 'In a `proof`.' })
  widgets?: ActionCardWidget[];

  @ListOf(() => ActionView, { optional: true, about: 'In `actions`.' })
  actions?: ActionView[];

  @Text({ optional: true, about: 'In `actions`: the form to show instead of the usual one.' })
  formId?: string;

  @Text({ optional: true, about: 'In `actions`: what that form should ask for.' })
  formInstructions?: string;

  @ListOf(() => FooterLinkGroup, { optional: true, about: 'In a `footer`.' })
  links?: FooterLinkGroup[];
}

/** What visitors are shown: composed once, kept with its version, never changed. */
export class Content {
  @Text({ example: 'Foyer for Acme' })
  title!: string;

  @Nested(() => MetadataView)
  metadata!: MetadataView;

  @Text({ optional: true, about: 'The action in the header.' })
  headerActionId?: string;

  @ListOf(() => Section)
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
