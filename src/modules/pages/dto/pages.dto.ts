import { ApiSchema } from '@nestjs/swagger';
import {
  Integer,
  Language,
  ListOf,
  Nested,
  OneOf,
  RecordId,
  Text,
  Time,
} from '../../../shared/fields/fields.js';
import { ListQuery, ListView, TimedListQuery } from '../../../shared/fields/list.dto.js';
import { QueryIds } from '../../../shared/fields/query-fields.js';
import { exampleId } from '../../../shared/kernel/example-ids.js';
import { MetadataInput, MetadataView } from './metadata.dto.js';
import {
  ActionCardWidget,
  ActionCardWidgetInput,
  ActionInput,
  ActionView,
  Body,
  FooterLinkGroup,
  MARKDOWN,
  Script,
} from './page-parts.dto.js';
import { Blocks, COVER, CoverImage, EXAMPLE_BLOCKS } from './page-blocks.dto.js';
import { TopicIds, TOPICS } from './topic-ids.js';
import type * as stored from '../entities/page-blocks.js';
import { PAGE_STATUSES, type PageStatus } from '../entities/page.lifecycle.js';

/** Example of the API document: the sample data contains this page for archiving. */
export const TO_ARCHIVE = 3;

/** The form of actions of type `submit_form`. */
const FORM =
  'The `formId` of the form that actions of type `submit_form` show, unless the audience has another one. Without it, or if there is no such form, a form asks visitors for their email address.';

export const PAGE_TYPES = ['inbound', 'outbound', 'call_followup', 'sales_deck', 'custom'] as const;

export class CreatePage {
  @Text({ min: 1, example: 'Spring launch' })
  name!: string;

  @Text({
    min: 1,
    about: 'Notes for the composer. Visitors never see them.',
    example: 'For people who compare us with others; be brief.',
  })
  pageContext!: string;

  @Body({ optional: true, example: 'Foyer greets **each visitor** by what they care about.' })
  body?: string;

  @Language({ optional: true, example: 'en' })
  language?: string;

  @OneOf(PAGE_TYPES, { title: 'PageType', fallback: 'inbound', example: 'inbound' })
  pageType!: string;

  @Text({ about: 'Free text. The `brandId` or `key` of a brand shows that brand.', example: 'acme' })
  brandId!: string;

  @ListOf(() => ActionInput, { about: 'In display order. Each `actionId` is unique.' })
  actions!: ActionInput[];

  @ListOf(() => ActionCardWidgetInput)
  actionCardWidgets!: ActionCardWidgetInput[];

  @ListOf(() => Script)
  scripts!: Script[];

  @ListOf(() => FooterLinkGroup, { optional: true })
  footerLinks: FooterLinkGroup[] = [];

  @Text({ optional: true, about: 'The `actionId` of the action in the header.', example: 'book-demo' })
  headerActionId?: string;

  @Text({ optional: true, about: FORM })
  defaultFormId?: string;

  @Nested(() => MetadataInput, { optional: true })
  metadata?: MetadataInput;

  @Nested(() => CoverImage, { optional: true, about: COVER })
  coverImage?: CoverImage;

  @TopicIds({ optional: true, nullable: true, about: TOPICS, example: [exampleId('topic')] })
  topicIds?: string[] | null;

  @Blocks({ optional: true, example: EXAMPLE_BLOCKS })
  blocks: stored.Block[] = [];
}

export class UpdatePage {
  @Text({ min: 1, optional: true, example: 'Summer launch' })
  name?: string;

  @Text({ min: 1, optional: true })
  pageContext?: string;

  @Body({ optional: true, nullable: true })
  body?: string | null;

  @Language({ optional: true, nullable: true, example: 'de' })
  language?: string | null;

  @OneOf(PAGE_TYPES, { title: 'PageType', optional: true })
  pageType?: string;

  @Text({ optional: true })
  brandId?: string;

  @ListOf(() => ActionInput, { optional: true, about: 'Replaces them all.' })
  actions?: ActionInput[];

  @ListOf(() => ActionCardWidgetInput, { optional: true, about: 'Replaces them all.' })
  actionCardWidgets?: ActionCardWidgetInput[];

  @ListOf(() => Script, { optional: true, about: 'Replaces them all.' })
  scripts?: Script[];

  @ListOf(() => FooterLinkGroup, { optional: true, about: 'Replaces them all.' })
  footerLinks?: FooterLinkGroup[];

  @Text({ optional: true, nullable: true, about: 'The `actionId` of the action in the header.' })
  headerActionId?: string | null;

  @Text({ optional: true, nullable: true, about: FORM })
  defaultFormId?: string | null;

  @Nested(() => MetadataInput, { optional: true, nullable: true, about: 'Replaces the whole object.' })
  metadata?: MetadataInput | null;

  @Nested(() => CoverImage, { optional: true, nullable: true, about: 'Replaces the whole object.' })
  coverImage?: CoverImage | null;

  @TopicIds({ optional: true, nullable: true, about: TOPICS })
  topicIds?: string[] | null;

  @Blocks({ optional: true, about: 'Replaces them all.' })
  blocks?: stored.Block[];
}

export class PagesQuery extends TimedListQuery {
  @OneOf(PAGE_STATUSES, { title: 'PageStatus', optional: true })
  status?: PageStatus;

  @OneOf(PAGE_TYPES, { title: 'PageType', optional: true })
  pageType?: string;

  @Text({ optional: true, about: 'Only pages whose `brandId` is exactly this text.' })
  brandId?: string;

  @Text({ min: 1, optional: true, about: 'Text that the name or title contains; case is ignored.' })
  query?: string;

  @QueryIds('page')
  pageIds?: Iterable<string>;
}

export class PageSearchQuery extends ListQuery {
  @Text({ min: 1, about: 'Text that the name or title contains; case is ignored.', example: 'launch' })
  query!: string;
}

@ApiSchema({ name: 'Page' })
export class PageView {
  @RecordId('page')
  pageId!: string;

  @Text({ example: 'Spring launch' })
  name!: string;

  @Text({ about: "The metadata's title, or else the name.", example: 'Foyer for Acme' })
  title!: string;

  @Text()
  pageContext!: string;

  @Text({ optional: true, about: MARKDOWN })
  body?: string;

  @Text({ optional: true, example: 'en' })
  language?: string;

  @OneOf(PAGE_TYPES, { title: 'PageType' })
  pageType!: string;

  @OneOf(PAGE_STATUSES, { title: 'PageStatus' })
  status!: PageStatus;

  @Text()
  brandId!: string;

  @ListOf(() => ActionView)
  actions!: ActionView[];

  @ListOf(() => ActionCardWidget)
  actionCardWidgets!: ActionCardWidget[];

  @ListOf(() => FooterLinkGroup, { optional: true })
  footerLinks!: FooterLinkGroup[];

  @ListOf(() => Script)
  scripts!: Script[];

  @Text({ optional: true })
  headerActionId?: string;

  @Text({ optional: true, about: FORM })
  defaultFormId?: string;

  @Nested(() => MetadataView, { optional: true })
  metadata?: MetadataView;

  @Nested(() => CoverImage, { optional: true, about: COVER })
  coverImage?: CoverImage;

  @TopicIds({ nullable: true, about: TOPICS })
  topicIds!: string[] | null;

  @Blocks()
  blocks!: stored.Block[];

  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, about: 'The number of active audiences.' })
  audiencesCount!: number;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;

  @Time({ nullable: true })
  archivedAt!: string | null;

  @Time({ nullable: true })
  deletedAt!: string | null;
}

export const PageListView = ListView('PageList', () => PageView);
