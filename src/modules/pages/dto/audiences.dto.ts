import type { Type } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { Nested, OneOf, RecordId, Text, Time, Uri, Bool } from '../../../shared/fields/fields.js';
import { ListQuery, ListView } from '../../../shared/fields/list.dto.js';
import { QueryBool } from '../../../shared/fields/query-fields.js';
import { MetadataInput, MetadataView } from './metadata.dto.js';
import { Body, MARKDOWN } from './page-parts.dto.js';
import { VERSION_STATUSES, type VersionStatus } from '../entities/version.lifecycle.js';
import { VersionView } from './versions.dto.js';

export class UpdateAudience {
  @Text({ optional: true, nullable: true })
  actionFormIdOverride?: string | null;

  @Text({ optional: true, nullable: true, example: 'Ask for the size of the team.' })
  actionFormInstructionsOverride?: string | null;

  @Uri({
    optional: true,
    nullable: true,
    about: 'What to open when the action is triggered.',
    example: 'https://example.com/acme',
  })
  actionUrlOverride?: string | null;

  @Text({ min: 1, optional: true, nullable: true, example: 'Acme, purchasing' })
  customName?: string | null;

  @Nested(() => MetadataInput, { optional: true, about: "Laid over the page's; replaced whole." })
  metadataOverride?: MetadataInput;

  @Text({
    min: 1,
    optional: true,
    nullable: true,
    about:
      'Notes for whoever composes versions made from now on, besides those of the page. Visitors are not shown them.',
    example: 'Acme is about to renew.',
  })
  supplementaryContext?: string | null;

  @Body({ optional: true, nullable: true, about: `Instead of the page's. ${MARKDOWN}` })
  bodyOverride?: string | null;
}

export class CreateAudience extends UpdateAudience {
  @RecordId('person', {
    optional: true,
    nullable: true,
    about: 'For whom the audience is, where it is one person.',
  })
  personId?: string | null;
}

export class AudiencesQuery extends ListQuery {
  @QueryBool({ about: 'Whether to list those that are archived, instead of those that are not.' })
  archived: boolean = false;
}

/** Adds the overrides to a class of answers, after the fields of `base`. (The order is that of the document.) */
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
    about: "`archived` while the audience is, else the latest version's.",
  })
  status!: VersionStatus;

  @Text({
    about: "The person's name, else the page's with the audience's number.",
    example: 'Spring launch #1',
  })
  computedName!: string;

  @Text({ nullable: true })
  customName!: string | null;

  @Text({ about: 'The custom name, else the computed one.' })
  effectiveName!: string;
}

@ApiSchema({ name: 'Audience' })
export class AudienceView extends withOverrides(AudienceNames) {
  @Bool({ about: "The latest version's." })
  isNewPageAgent!: boolean;

  @RecordId('person', { nullable: true })
  personId!: string | null;

  @Text({ nullable: true, about: "The person's slug.", example: 'ada-lovelace' })
  personRouteKey!: string | null;

  @Nested(() => VersionView)
  latestVersion!: VersionView;

  @Nested(() => VersionView, { about: 'What visitors are shown. There is always one.' })
  publishedVersion!: VersionView;

  @Time()
  createdAt!: string;

  @Time({ nullable: true })
  archivedAt!: string | null;

  @Nested(() => MetadataView, { optional: true, about: "The page's, overlaid by `metadataOverride`." })
  effectiveMetadata?: MetadataView;

  @Nested(() => MetadataView, { optional: true })
  metadataOverride?: MetadataView;
}

export const AudienceListView = ListView('AudienceList', () => AudienceView);
