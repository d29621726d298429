import type { Type } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { BatchOf } from '../../../shared/batches/batch.dto.js';
import { Nested, OneOf, RecordId, Text, Time, Uri, Bool } from '../../../shared/fields/fields.js';
import { ListView, TimedListQuery } from '../../../shared/fields/list.dto.js';
import { QueryBool, QueryId } from '../../../shared/fields/query-fields.js';
import { RequestTime } from '../../../shared/fields/request-time.js';
import { exampleId } from '../../../shared/kernel/example-ids.js';
import { MetadataInput, MetadataView } from './metadata.dto.js';
import { Body, MARKDOWN } from './page-parts.dto.js';
import { CoverImage } from './page-blocks.dto.js';
import { TopicIds, TOPICS_OVERRIDE } from './topic-ids.js';
import { MAX_DAYS_AHEAD } from '../entities/planned-time.js';
import { VERSION_STATUSES, type VersionStatus } from '../entities/version.lifecycle.js';
import { VersionView } from './versions.dto.js';

export class AudienceOverridesInput {
  @Text({ optional: true, nullable: true })
  actionFormIdOverride?: string | null;

  @Text({ optional: true, nullable: true, example: 'Ask for the size of the team.' })
  actionFormInstructionsOverride?: string | null;

  @Uri({
    optional: true,
    nullable: true,
    about: 'The URL that the action opens.',
    example: 'https://example.com/acme',
  })
  actionUrlOverride?: string | null;

  @Text({ min: 1, optional: true, nullable: true, example: 'Acme, purchasing' })
  customName?: string | null;

  @Nested(() => MetadataInput, {
    optional: true,
    about: "Overrides the page's metadata field by field. A change replaces the whole object.",
  })
  metadataOverride?: MetadataInput;

  @Text({
    min: 1,
    optional: true,
    nullable: true,
    about:
      "Notes for the composer, in addition to the page's. They apply to new versions. Visitors never see them.",
    example: 'Acme is about to renew.',
  })
  supplementaryContext?: string | null;

  @Body({ optional: true, nullable: true, about: `Replaces the page's body. ${MARKDOWN}` })
  bodyOverride?: string | null;

  @Nested(() => CoverImage, {
    optional: true,
    nullable: true,
    about: "Replaces the page's cover.",
  })
  coverImageOverride?: CoverImage | null;

  @TopicIds({ optional: true, nullable: true, about: TOPICS_OVERRIDE, example: [exampleId('topic')] })
  topicIdsOverride?: string[] | null;
}

export class UpdateAudience extends AudienceOverridesInput {
  @RequestTime({
    optional: true,
    nullable: true,
    about: `When the audience is archived, up to ${MAX_DAYS_AHEAD} days ahead; at once if past; null is never.`,
    example: null,
  })
  archiveAt?: string | null;
}

export class CreateAudience extends UpdateAudience {
  @RecordId('person', {
    optional: true,
    nullable: true,
    about: 'The person, if the audience is a single person.',
  })
  personId?: string | null;
}

export class CreateAudiences extends BatchOf(CreateAudience) {}

class AudienceFilters extends TimedListQuery {
  @QueryId('person', { about: 'Only audiences of this person.' })
  personId?: string;

  @OneOf(VERSION_STATUSES, {
    title: 'VersionStatus',
    optional: true,
    about: 'Only audiences with this `status`.',
  })
  status?: VersionStatus;
}

export class AudiencesQuery extends AudienceFilters {
  @QueryBool({ about: 'Lists archived audiences instead of active ones, as `status=archived` does.' })
  archived: boolean = false;
}

export class AllAudiencesQuery extends AudienceFilters {
  @QueryBool({ about: 'Only archived (`true`) or only active audiences (`false`).' })
  archived?: boolean;
}

/** Adds the overrides to a view, after the fields of `base`. (The API document has the same order.) */
function withOverrides<Base extends Type<object>>(base: Base) {
  class WithOverrides extends base {
    @Text({ nullable: true })
    actionFormIdOverride!: string | null;

    @Text({ nullable: true })
    actionFormInstructionsOverride!: string | null;

    @Text({ nullable: true })
    actionUrlOverride!: string | null;

    @Text({ nullable: true })
    supplementaryContext!: string | null;

    @Text({ nullable: true })
    bodyOverride!: string | null;

    @Nested(() => CoverImage, { nullable: true, about: "Replaces the page's cover." })
    coverImageOverride!: CoverImage | null;

    @TopicIds({ nullable: true, about: TOPICS_OVERRIDE })
    topicIdsOverride!: string[] | null;
  }
  return WithOverrides;
}

class CustomName {
  @Text({ nullable: true })
  customName!: string | null;
}

@ApiSchema({ name: 'AudienceOverrides' })
export class OverridesView extends withOverrides(CustomName) {
  @Nested(() => MetadataView, { optional: true })
  metadataOverride?: MetadataView;
}

class AudienceNames {
  @RecordId('audience')
  audienceId!: string;

  @RecordId('page')
  pageId!: string;

  @OneOf(VERSION_STATUSES, {
    title: 'VersionStatus',
    about: '`archived` if the audience is archived, otherwise the status of the latest version.',
  })
  status!: VersionStatus;

  @Text({
    about: "The person's name, or else the page's name with the audience's number.",
    example: 'Spring launch #1',
  })
  computedName!: string;

  @Text({ nullable: true })
  customName!: string | null;

  @Text({ about: 'The custom name, or else the computed name.' })
  effectiveName!: string;
}

@ApiSchema({ name: 'Audience' })
export class AudienceView extends withOverrides(AudienceNames) {
  @Bool({ about: 'The value of the latest version.' })
  isNewPageAgent!: boolean;

  @RecordId('person', { nullable: true })
  personId!: string | null;

  @Text({ nullable: true, about: "The person's slug.", example: 'ada-lovelace' })
  personRouteKey!: string | null;

  @Nested(() => VersionView)
  latestVersion!: VersionView;

  @Nested(() => VersionView, { about: 'The version that visitors see. There is always one.' })
  publishedVersion!: VersionView;

  @Time()
  createdAt!: string;

  @Time({ about: 'When the audience itself was last changed; its versions have their own times.' })
  updatedAt!: string;

  @Time({ nullable: true })
  archivedAt!: string | null;

  @Time({ nullable: true, about: 'When it is archived, or was to be archived; null without such a plan.' })
  archiveAt!: string | null;

  @Nested(() => MetadataView, {
    optional: true,
    about: "The page's metadata, overridden by `metadataOverride`.",
  })
  effectiveMetadata?: MetadataView;

  @Nested(() => MetadataView, { optional: true })
  metadataOverride?: MetadataView;
}

export const AudienceListView = ListView('AudienceList', () => AudienceView);

export const AllAudiencesView = ListView('AllAudienceList', () => AudienceView, {
  totalCount: { nullable: true },
});
