import { wireTime, wireTimeOrNull } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import { draftReasonView, type DraftReasonCode } from './draft-reason.js';
import type { VersionStatus } from './version.lifecycle.js';
import type { VersionView } from './versions.dto.js';

type Moment = Date | number | null | undefined;

/** What a view is made from. An entity has this shape, and so has a row of a prepared read. */
export interface VersionRecord {
  id: string;
  versionNumber: number;
  status: VersionStatus;
  isNewPageAgent: boolean;
  supplementaryContext?: string | null;
  queueDurationMs?: number | null;
  rolledBackFrom?: string | null;
  draftReason?: DraftReasonCode | null;
  createdAt: Date | number;
  publishAt?: Moment;
  becameDraftAt?: Moment;
  queuedAt?: Moment;
  publishedAt?: Moment;
  cancelledAt?: Moment;
  obsoleteAt?: Moment;
  archivedAt?: Moment;
}

export function versionView(version: VersionRecord, audienceId: string): VersionView {
  return {
    versionId: wireId('version', version.id),
    audienceId: wireId('audience', audienceId),
    versionNumber: version.versionNumber,
    status: version.status,
    isNewPageAgent: version.isNewPageAgent,
    supplementaryContext: version.supplementaryContext ?? null,
    queueDurationMs: version.queueDurationMs ?? null,
    rolledBackFrom: version.rolledBackFrom ? wireId('version', version.rolledBackFrom) : null,
    publishAt: wireTimeOrNull(version.publishAt ?? null),
    draftReason: draftReasonView(version.draftReason),
    createdAt: wireTime(version.createdAt),
    becameDraftAt: wireTimeOrNull(version.becameDraftAt ?? null),
    queuedAt: wireTimeOrNull(version.queuedAt ?? null),
    publishedAt: wireTimeOrNull(version.publishedAt ?? null),
    cancelledAt: wireTimeOrNull(version.cancelledAt ?? null),
    obsoleteAt: wireTimeOrNull(version.obsoleteAt ?? null),
    archivedAt: wireTimeOrNull(version.archivedAt ?? null),
  };
}
