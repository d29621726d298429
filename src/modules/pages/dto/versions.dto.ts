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
import { ListQuery, ListView } from '../../../shared/fields/list.dto.js';
import { QueryId } from '../../../shared/fields/query-fields.js';
import { RequestTime } from '../../../shared/fields/request-time.js';
import { exampleId } from '../../../shared/kernel/example-ids.js';
import { DRAFT_REASONS, type DraftReasonCode } from '../entities/draft-reasons.js';
import { OPERATIONS } from './json-patch.js';
import { MAX_DAYS_AHEAD } from '../entities/planned-time.js';
import { VERSION_STATUSES, type VersionStatus } from '../entities/version.lifecycle.js';

/** Example of the API document: the sample data contains this version, published before the current one. */
export const EARLIER_VERSION = 4;

export class VersionsQuery extends ListQuery {
  @OneOf(VERSION_STATUSES, { title: 'VersionStatus', optional: true })
  status?: VersionStatus;
}

@ApiSchema({ name: 'CreateAudienceVersion' })
export class CreateVersion {
  @Text({
    min: 1,
    max: 128,
    optional: true,
    about:
      'Identifies this request forever: a repeat with the same key returns the version of the first request.',
    example: 'launch-2026-03',
  })
  operationKey?: string;

  @RequestTime({
    optional: true,
    nullable: true,
    about: `When the version joins the queue, up to ${MAX_DAYS_AHEAD} days ahead; at once if absent, null or past.`,
    example: null,
  })
  publishAt?: string | null;
}

export class DiffQuery {
  @QueryId('version', {
    optional: false,
    about: 'The version to compare with, of the same audience.',
    example: exampleId('version', EARLIER_VERSION),
  })
  against!: string;
}

/** Why a version is a draft. */
export class DraftReason {
  @OneOf(Object.keys(DRAFT_REASONS), {
    title: 'DraftReasonCode',
    about: 'Stable: a code never changes its meaning.',
    example: 'composer_timeout',
  })
  code!: DraftReasonCode;

  @Text({ about: 'The reason as text.', example: DRAFT_REASONS.composer_timeout.meaning })
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
    about: 'Counts from 1 within the audience, without gaps.',
    example: 1,
  })
  versionNumber!: number;

  @OneOf(VERSION_STATUSES, { title: 'VersionStatus' })
  status!: VersionStatus;

  @Bool({ about: 'Whether the pipeline composed it; false for the first version of an audience.' })
  isNewPageAgent!: boolean;

  @Text({ nullable: true, about: "The audience's supplementary context when the version was created." })
  supplementaryContext!: string | null;

  @Decimal({ nullable: true, about: 'How long it waited for a worker.' })
  queueDurationMs!: number | null;

  @Nested(() => DraftReason, {
    nullable: true,
    about: 'Why the last try to publish it failed; null after it is queued again.',
  })
  draftReason!: DraftReason | null;

  @RecordId('version', { nullable: true, about: 'The version that a rollback restores.', example: null })
  rolledBackFrom!: string | null;

  @Time({ nullable: true, about: 'The requested time of publication.' })
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

  @Text({ about: 'Shows the version to everyone who has the URL.' })
  url!: string;

  @Time({ about: 'The URL is valid until then.' })
  expiresAt!: string;
}

/** One operation of RFC 6902 (JSON Patch). */
@ApiSchema({ name: 'JsonPatchOperation' })
export class OperationView {
  @OneOf(OPERATIONS, { title: 'JsonPatchOp' })
  op!: (typeof OPERATIONS)[number];

  @Text({ about: 'A JSON Pointer into the content.', example: '/sections/1/text' })
  path!: string;

  @AnyValue({ optional: true, about: 'The new value; absent for `remove`.' })
  value?: unknown;
}

@ApiSchema({ name: 'AudienceVersionDiff' })
export class VersionDiffView {
  @RecordId('version')
  versionId!: string;

  @RecordId('version', { example: exampleId('version', EARLIER_VERSION) })
  against!: string;

  @ListOf(() => OperationView, {
    about: 'Applied in order to the content of `against`, they produce the content of this version.',
  })
  operations!: OperationView[];
}
