import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import type { Content } from './content.dto.js';
import type { VersionRecord } from './version-views.js';

export const VERSION = `
  v.id, v.version_number::float8 as "versionNumber", v.status, v.is_new_page_agent as "isNewPageAgent",
  v.supplementary_context as "supplementaryContext", v.queue_duration_ms::float8 as "queueDurationMs",
  v.rolled_back_from as "rolledBackFrom", ${millis('v.publish_at')} as "publishAt",
  v.draft_reason as "draftReason",
  ${millis('v.created_at')} as "createdAt", ${millis('v.became_draft_at')} as "becameDraftAt",
  ${millis('v.queued_at')} as "queuedAt", ${millis('v.published_at')} as "publishedAt",
  ${millis('v.cancelled_at')} as "cancelledAt", ${millis('v.obsolete_at')} as "obsoleteAt",
  ${millis('v.archived_at')} as "archivedAt"`;

/** A version is found only below its own audience and page. */
const IN_ITS_PLACE = `
  audience_version v join audience a on a.id = v.audience_id join page p on p.id = a.page_id
  where v.tenant_id = $1 and p.id = $2 and p.deleted_at is null and a.id = $3 and v.id = $4`;

export const versionById = new PreparedRead<VersionRecord>(
  'version.by_id',
  `select ${VERSION} from ${IN_ITS_PLACE}`,
);

export const contentOfVersion = new PreparedRead<{ content: Content | null; publishedAt: number | null }>(
  'version.content',
  `select v.content, ${millis('v.published_at')} as "publishedAt" from ${IN_ITS_PLACE}`,
);

export const versionList = new ListRead<VersionRecord>('versions', {
  columns: VERSION,
  from: 'audience_version v',
  alias: 'v',
  order: { 'v.version_number': 'bigint' },
  direction: 'desc',
  requires: ['audienceId'],
  filters: { audienceId: 'v.audience_id = ?' },
});
