import { ApiSchema } from '@nestjs/swagger';
import { Figure, Integer, Nested, OneOf, RecordId, Text, Time, YesNo } from '../../shared/http/fields.js';
import { ListView } from '../../shared/http/list.dto.js';
import { DraftReason } from './draft-reason.js';
import { VERSION_STATUSES, type VersionStatus } from './version.lifecycle.js';

@ApiSchema({ name: 'CreateAudienceVersion' })
export class CreateVersion {
  @Text({
    min: 1,
    max: 128,
    optional: true,
    about: 'Names this wish for good: a repeat with it answers the version that the first one made.',
    example: 'launch-2026-03',
  })
  operationKey?: string;
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

  @OneOf(VERSION_STATUSES)
  status!: VersionStatus;

  @YesNo({ about: 'Whether it was composed by the pipeline; the first version of an audience was not.' })
  isNewPageAgent!: boolean;

  @Text({ nullable: true, about: "The audience's, when the version was made." })
  supplementaryContext!: string | null;

  @Figure({ nullable: true, about: 'How long it waited for a worker.' })
  queueDurationMs!: number | null;

  @Nested(() => DraftReason, {
    nullable: true,
    about: 'Why it could not be published, the last time that it was tried; null once it is queued again.',
  })
  draftReason!: DraftReason | null;

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
