import { ApiSchema } from '@nestjs/swagger';
import {
  AnyValue,
  Decimal,
  Integer,
  ListOf,
  Nested,
  OneOf,
  RecordId,
  Text,
  Time,
  Bool,
} from '../../../shared/fields/fields.js';
import { ListView } from '../../../shared/fields/list.dto.js';
import { QueryId } from '../../../shared/fields/query-fields.js';
import { exampleId } from '../../../shared/kernel/example-ids.js';
import { DRAFT_REASONS, type DraftReasonCode } from '../entities/draft-reasons.js';
import { OPERATIONS } from './json-patch.js';
import { VERSION_STATUSES, type VersionStatus } from '../entities/version.lifecycle.js';

/** Example of the document: the sample data has a version that was published before the present one. */
export const EARLIER_VERSION = 4;

@ApiSchema({ name: 'CreateAudienceVersion' })
export class CreateVersion {
  @Text({
    min: 1,
    max: 128,
    optional: true,
    about: 'Names this request for good: a repeat with it answers the version that the first one made.',
    example: 'launch-2026-03',
  })
  operationKey?: string;

  @Time({
    optional: true,
    nullable: true,
    about: 'When it gets its turn, up to 366 days ahead; at once where it is absent, null or past.',
    example: null,
  })
  publishAt?: string | null;
}

export class DiffQuery {
  @QueryId('version', {
    optional: false,
    about: 'The version to start from, of the same audience.',
    example: exampleId('version', EARLIER_VERSION),
  })
  against!: string;
}

/** Why a version is a draft. */
export class DraftReason {
  @OneOf(Object.keys(DRAFT_REASONS), {
    title: 'DraftReasonCode',
    about: 'Never changes its meaning.',
    example: 'composer_timeout',
  })
  code!: DraftReasonCode;

  @Text({ about: 'The same, for people.', example: DRAFT_REASONS.composer_timeout })
  detail!: string;
}

@ApiSchema({ name: 'AudienceVersion' })
export class VersionView {
  @RecordId('version')
  versionId!: string;

  @RecordId('audience')
  audienceId!: string;

  @Integer({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    about: 'Counts from 1 in its audience, without gaps.',
    example: 1,
  })
  versionNumber!: number;

  @OneOf(VERSION_STATUSES, { title: 'VersionStatus' })
  status!: VersionStatus;

  @Bool({ about: 'Whether it was composed by the pipeline; the first version of an audience was not.' })
  isNewPageAgent!: boolean;

  @Text({ nullable: true, about: "The audience's, when the version was made." })
  supplementaryContext!: string | null;

  @Decimal({ nullable: true, about: 'How long it waited for a worker.' })
  queueDurationMs!: number | null;

  @Nested(() => DraftReason, {
    nullable: true,
    about: 'Why it could not be published, the last time that it was tried; null once it is queued again.',
  })
  draftReason!: DraftReason | null;

  @RecordId('version', { nullable: true, about: 'The version that a rollback went back to.', example: null })
  rolledBackFrom!: string | null;

  @Time({ nullable: true, about: 'When it was to get its turn, where that was asked for.' })
  publishAt!: string | null;

  @Time()
  createdAt!: string;

  @Time({ nullable: true })
  becameDraftAt!: string | null;

  @Time({ nullable: true })
  queuedAt!: string | null;

  @Time({ nullable: true })
  publishedAt!: string | null;

  @Time({ nullable: true })
  cancelledAt!: string | null;

  @Time({ nullable: true })
  obsoleteAt!: string | null;

  @Time({ nullable: true })
  archivedAt!: string | null;
}

export const VersionListView = ListView('AudienceVersionList', () => VersionView);

@ApiSchema({ name: 'AudienceVersionPreview' })
export class VersionPreviewView {
  @RecordId('version')
  versionId!: string;

  @Text({ about: 'Shows the version to whoever has it.' })
  url!: string;

  @Time({ about: 'The URL is good until then.' })
  expiresAt!: string;
}

/** One operation of RFC 6902 (JSON Patch). */
@ApiSchema({ name: 'JsonPatchOperation' })
export class OperationView {
  @OneOf(OPERATIONS, { title: 'JsonPatchOp' })
  op!: (typeof OPERATIONS)[number];

  @Text({ about: 'A JSON Pointer into the content.', example: '/sections/1/text' })
  path!: string;

  @AnyValue({ optional: true, about: 'What is put there; absent for `remove`.' })
  value?: unknown;
}

@ApiSchema({ name: 'AudienceVersionDiff' })
export class VersionDiffView {
  @RecordId('version')
  versionId!: string;

  @RecordId('version', { example: exampleId('version', EARLIER_VERSION) })
  against!: string;

  @ListOf(() => OperationView, {
    about: 'Applied in order, they make the content of the one from that of the other.',
  })
  operations!: OperationView[];
}
