import { jsonBytes, type RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import type { ListSource } from '../../../shared/database/lists/list-source.js';
import { byTime } from '../../../shared/database/lists/time-filters.js';
import { COUNTED_UP_TO } from '../../../shared/database/lists/total-count.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { wireTime, wireTimeOrNull } from '../../../shared/kernel/wire-time.js';
import { pictureFileOf } from '../../assets/index.js';
import { personNameOf, type PersonSummary } from '../../crm/index.js';
import { audienceColumns, shownOverrideColumns } from '../entities/audience.entity.js';
import { computedNameOf } from '../entities/audience-name.js';
import type { AudienceView } from './audiences.dto.js';
import { effectiveMetadata, type Metadata } from '../entities/metadata.js';
import { LINK_PICTURE_BYTES, metadataView, type LinkPictureOf } from './metadata-view.js';
import { versionColumns } from '../entities/version.entity.js';
import { versionView, type VersionRecord } from './version-reads.js';
import type { VersionStatus } from '../entities/version.lifecycle.js';

/** The input of the view of an audience. */
export type AudienceRecord = RecordOf<typeof audienceColumns> & {
  pageName: string;
  pageMetadata: Metadata | null;
  /** The file of the page's picture, unless it is in the trash. */
  pageOgImageFileId: string | null;
  /** The file of the audience's own picture, unless it is in the trash. */
  ogImageFileId: string | null;
  /** Present even if the person is deleted. */
  person: Person | null;
  latestVersion: VersionRecord;
  publishedVersion: VersionRecord;
};

/** The data of the person in the view of an audience. */
type Person = Pick<PersonSummary, 'name' | 'slug'>;

const ITS_VERSIONS = 'v.tenant_id = $1 and v.audience_id = a.id';
const LATEST_VERSION = `${ITS_VERSIONS} order by v.version_number desc`;
const PUBLISHED_VERSION = `${ITS_VERSIONS} and v.status = 'published'`;

const versionOf = (condition: string) =>
  `(select row_to_json(shown) from (
      select ${versionColumns.select('v')} from audience_version v where ${condition} limit 1
    ) shown)`;

const AUDIENCE = `
  ${audienceColumns.select('a')}, p.name as "pageName", p.metadata as "pageMetadata",
  ${pictureFileOf('p.og_image_asset_id')} as "pageOgImageFileId",
  ${pictureFileOf('a.og_image_asset_id_override')} as "ogImageFileId",
  ${personNameOf('a.person_id')} as person,
  ${versionOf(LATEST_VERSION)} as "latestVersion",
  ${versionOf(PUBLISHED_VERSION)} as "publishedVersion"`;

const ITS_PAGE = 'join page p on p.tenant_id = $1 and p.id = a.page_id';

const FROM = `audience a ${ITS_PAGE}`;

const versionBytesOf = (condition: string) =>
  `coalesce((select ${versionColumns.bytes('v')} from audience_version v where ${condition} limit 1), 0)`;

/** Counts the page's name and metadata twice: as they are, and within the effective name and metadata. */
const AUDIENCE_BYTES = `
  ${2 * LINK_PICTURE_BYTES} + ${audienceColumns.bytes('a')}
  + (
    select 2 * (octet_length(p.name) + ${jsonBytes('p.metadata')})
    from page p where p.tenant_id = $1 and p.id = a.page_id
  )
  + coalesce(octet_length(${personNameOf('a.person_id')}::text), 0)
  + ${versionBytesOf(LATEST_VERSION)} + ${versionBytesOf(PUBLISHED_VERSION)}`;

/** An audience is found only under its own page, and only while the page is not deleted. */
const ON_ITS_PAGE = `a.tenant_id = $1 and a.page_id = $2 and a.id = $3 and p.deleted_at is null`;

export const audienceById = new PreparedRead<AudienceRecord>(
  'audience.by_id',
  `select ${AUDIENCE} from ${FROM} where ${ON_ITS_PAGE}`,
  { isShort: true },
);

export const audienceExists = new PreparedRead<{ id: string }>(
  'audience.exists',
  `select a.id from ${FROM} where ${ON_ITS_PAGE}`,
  { isShort: true },
);

export const lockAudience = new PreparedRead<{ id: string }>(
  'audience.lock',
  'select id from audience where tenant_id = $1 and page_id = $2 and id = $3 for update',
);

/** As `statusOf`. */
const STATUS = `
  case when a.archived_at is not null then 'archived' else (
    select case v.status when 'archived' then 'published' else v.status end
    from audience_version v where ${LATEST_VERSION} limit 1
  ) end`;

const { sorts, filters } = byTime('a');

const NEWEST_FIRST = {
  columns: AUDIENCE,
  from: 'audience a',
  joined: `left ${ITS_PAGE}`,
  bytes: AUDIENCE_BYTES,
  alias: 'a',
  order: { 'a.created_at': 'timestamptz', 'a.id': 'uuid' },
  direction: 'desc',
  sorts,
  indexed: ['personId'],
  selective: ['personId'],
} as const satisfies ListSource;

const FILTERS = { personId: 'a.person_id = ?', status: `(${STATUS}) = ?`, ...filters };

/** Audiences of a page. */
export const audienceList = new ListRead<AudienceRecord>('audiences', {
  ...NEWEST_FIRST,
  requires: ['active', 'archived'],
  filters: {
    active: 'a.page_id = ? and a.archived_at is null',
    archived: 'a.page_id = ? and a.archived_at is not null',
    ...FILTERS,
  },
});

/** Audiences of all pages that are not deleted. */
export const allAudiences = new ListRead<AudienceRecord>('audiences.all', {
  ...NEWEST_FIRST,
  checked: 'exists (select from page p where p.tenant_id = $1 and p.id = a.page_id and p.deleted_at is null)',
  filters: { isArchived: '(a.archived_at is not null) = ?', ...FILTERS },
  countUpTo: COUNTED_UP_TO,
});

export function audienceView(audience: AudienceRecord, pictureOf: LinkPictureOf): AudienceView {
  const { person, personId, pageMetadata, metadataOverride } = audience;
  const picture = pictureOf(audience.ogImageFileId);
  const effectivePicture = audience.ogImageAssetIdOverride ? picture : pictureOf(audience.pageOgImageFileId);
  const computedName = computedNameOf(audience);
  const latestVersion = versionView(audience.latestVersion);
  return {
    audienceId: wireId('audience', audience.id),
    pageId: wireId('page', audience.pageId),
    status: statusOf(audience),
    computedName,
    effectiveName: audience.customName ?? computedName,
    ...shownOverrideColumns.toView(audience),
    metadataOverride: metadataView(metadataOverride, picture),
    effectiveMetadata: metadataView(effectiveMetadata(pageMetadata, metadataOverride), effectivePicture),
    isNewPageAgent: latestVersion.isNewPageAgent,
    personId: personId ? wireId('person', personId) : null,
    personRouteKey: person?.slug ?? null,
    latestVersion,
    publishedVersion: versionView(audience.publishedVersion),
    createdAt: wireTime(audience.createdAt),
    updatedAt: wireTime(audience.updatedAt),
    archivedAt: wireTimeOrNull(audience.archivedAt ?? null),
    archiveAt: wireTimeOrNull(audience.archiveAt ?? null),
  };
}

/** If a draft is published after newer versions, the latest version is archived, but the audience is not. */
function statusOf({ archivedAt, latestVersion }: AudienceRecord): VersionStatus {
  if (archivedAt) return 'archived';
  return latestVersion.status === 'archived' ? 'published' : latestVersion.status;
}
