import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { millis } from '../../../shared/database/driver/sql.js';
import { wireId } from '../../../shared/kernel/ids.js';
import type { Content } from '../entities/content.js';
import { DRAFT_REASONS } from '../entities/draft-reasons.js';
import { versionColumns, versionFields } from '../entities/version.entity.js';
import type { VersionView } from './versions.dto.js';

/** The input of a view. Entities and rows both have this shape. */
export type VersionRecord = RecordOf<typeof versionColumns>;

const VERSION = versionColumns.select('v');

/** A version is found only under its own audience and page. */
const OF_ITS_AUDIENCE = `
  audience_version v
    join audience a on a.tenant_id = $1 and a.id = v.audience_id
    join page p on p.tenant_id = $1 and p.id = a.page_id
  where v.tenant_id = $1 and p.id = $2 and p.deleted_at is null and a.id = $3 and v.id = $4`;

export const versionById = new PreparedRead<VersionRecord>(
  'version.by_id',
  `select ${VERSION} from ${OF_ITS_AUDIENCE}`,
  { isShort: true },
);

export const contentOfVersion = new PreparedRead<{ content: Content | null; publishedAt: number | null }>(
  'version.content',
  `select v.content, ${millis('v.published_at')} as "publishedAt" from ${OF_ITS_AUDIENCE}`,
);

export const versionList = new ListRead<VersionRecord>('versions', {
  columns: VERSION,
  bytes: versionColumns.bytes('v'),
  from: 'audience_version v',
  alias: 'v',
  order: { 'v.version_number': 'bigint' },
  direction: 'desc',
  requires: ['audienceId'],
  filters: { audienceId: 'v.audience_id = ?', status: 'v.status = ?' },
  indexed: [],
});

export function versionView(version: VersionRecord): VersionView {
  const { id, audienceId, rolledBackFrom, draftReason } = version;
  return {
    versionId: wireId('version', id),
    audienceId: wireId('audience', audienceId),
    ...versionFields.toView(version),
    rolledBackFrom: rolledBackFrom ? wireId('version', rolledBackFrom) : null,
    draftReason: draftReason ? { code: draftReason, detail: DRAFT_REASONS[draftReason].meaning } : null,
  };
}
