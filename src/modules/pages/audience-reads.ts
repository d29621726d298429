import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import type { AudienceRecord } from './audience-views.js';
import { VERSION } from './version-reads.js';

const versionOf = (condition: string) =>
  `(select row_to_json(shown) from (select ${VERSION} from audience_version v where ${condition} limit 1) shown)`;

const AUDIENCE = `
  a.id, a.page_id as "pageId", p.name as "pageName", p.metadata as "pageMetadata", a.number::float8 as number,
  a.custom_name as "customName", a.action_form_id_override as "actionFormIdOverride",
  a.action_form_instructions_override as "actionFormInstructionsOverride",
  a.action_url_override as "actionUrlOverride", a.supplementary_context as "supplementaryContext",
  a.metadata_override as "metadataOverride", a.person_id as "personId",
  ${versionOf('v.audience_id = a.id order by v.version_number desc')} as "latestVersion",
  ${versionOf(`v.audience_id = a.id and v.status = 'published'`)} as "publishedVersion",
  ${millis('a.created_at')} as "createdAt", ${millis('a.archived_at')} as "archivedAt"`;

const FROM = 'audience a join page p on p.id = a.page_id';

/** An audience is found only below its own page, and only while that is not deleted. */
const IN_ITS_PLACE = `a.tenant_id = $1 and a.page_id = $2 and a.id = $3 and p.deleted_at is null`;

export const audienceById = new PreparedRead<AudienceRecord>(
  'audience.by_id',
  `select ${AUDIENCE} from ${FROM} where ${IN_ITS_PLACE}`,
);

export const lockAudience = new PreparedRead<{ id: string }>(
  'audience.hold',
  'select id from audience where tenant_id = $1 and page_id = $2 and id = $3 for update',
);

export const standingAudience = new PreparedRead<{ id: string }>(
  'audience.standing',
  `select a.id from ${FROM} where ${IN_ITS_PLACE}`,
);

export const audienceList = new ListRead<AudienceRecord>('audiences', {
  columns: AUDIENCE,
  from: FROM,
  alias: 'a',
  order: { 'a.created_at': 'timestamptz', 'a.id': 'uuid' },
  direction: 'desc',
  requires: ['standing', 'archived'],
  filters: {
    standing: 'a.page_id = ? and a.archived_at is null',
    archived: 'a.page_id = ? and a.archived_at is not null',
  },
});
