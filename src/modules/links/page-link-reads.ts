import type { SiteAddress } from '../../shared/config/site-address.js';
import type { RecordOf } from '../../shared/database/records/column-map.js';
import { ListRead } from '../../shared/database/lists/list-read.js';
import { byTime } from '../../shared/database/lists/time-filters.js';
import { PreparedRead } from '../../shared/database/records/prepared-reads.js';
import { wireId } from '../../shared/kernel/ids.js';
import { isExpired } from './entities/link-expiry.js';
import { linkColumns } from './entities/page-link.entity.js';
import { AUDIENCE_TARGET, type PageLinkView } from './page-links.dto.js';

/** The input of a view. Entities and rows both have this shape. */
type LinkRecord = RecordOf<typeof linkColumns>;

/** The tenant and the domain of a link. */
export interface LinkPlace {
  tenantSlug: string;
  /** Null for the site's own address. */
  domain: string | null;
  isDomainProven: boolean;
}

const PLACE = `t.slug as "tenantSlug", d.domain, coalesce(d.is_proven, true) as "isDomainProven"`;
const LINK = `${linkColumns.select('l')}, ${PLACE}`;
const ITS_PLACE = `join tenant t on t.id = $1
   left join tenant_domain d on d.tenant_id = $1 and d.id = l.tenant_domain_id`;

/** Includes deleted links, because clients read a link before restoring it. */
export const linkById = new PreparedRead<LinkRecord & LinkPlace>(
  'page_link.by_id',
  `select ${LINK} from page_link l ${ITS_PLACE} where l.tenant_id = $1 and l.id = $2`,
  { isShort: true },
);

/** The place of links on a domain, or on the site's own address. */
export const placeOf = new PreparedRead<LinkPlace>(
  'page_link.place',
  `select ${PLACE} from tenant t left join tenant_domain d on d.tenant_id = $1 and d.id = $2 where t.id = $1`,
  { isShort: true },
);

const AT_PATH = 'tenant_id = $1 and path_hash = $3 and deleted_at is null';

/** The link at a path of a domain; null is the site's own address. No index serves `is not distinct from`. */
export const linkAtPath = new PreparedRead<{ id: string }>(
  'page_link.at_path',
  `select id from page_link where ${AT_PATH} and tenant_domain_id = $2
   union all
   select id from page_link where ${AT_PATH} and tenant_domain_id is null and $2::uuid is null`,
  { isShort: true },
);

const { sorts, filters } = byTime('l');

export const linkList = new ListRead<LinkRecord & LinkPlace>('page_links', {
  columns: LINK,
  bytes: linkColumns.bytes('l'),
  from: 'page_link l',
  joined: ITS_PLACE,
  alias: 'l',
  where: 'l.deleted_at is null',
  order: { 'l.created_at': 'timestamptz', 'l.id': 'uuid' },
  direction: 'desc',
  sorts,
  filters: { tenantDomainId: 'l.tenant_domain_id = ?', audienceId: 'l.audience_id = ?', ...filters },
  indexed: ['tenantDomainId', 'audienceId'],
  selective: ['audienceId'],
});

export function linkView(link: LinkRecord, place: LinkPlace, site: SiteAddress): PageLinkView {
  const { id, tenantDomainId, path, audienceId, ...shown } = linkColumns.toView(link);
  return {
    pageLinkId: wireId('link', id),
    tenantDomainId: tenantDomainId && wireId('domain', tenantDomainId),
    path,
    url: urlOf(link, place, site),
    target: { targetType: AUDIENCE_TARGET, audienceId: wireId('audience', audienceId) },
    ...shown,
  };
}

function urlOf(link: LinkRecord, place: LinkPlace, site: SiteAddress): string | null {
  const { path, deletedAt } = link;
  if (deletedAt || isExpired(link) || !place.isDomainProven) return null;
  return site.urlOf({ ...place, path }) ?? null;
}
