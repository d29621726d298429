import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import type { LinkRecord } from './link-views.js';

const COLUMNS = `
  l.id, l.tenant_domain_id as "tenantDomainId", l.path, l.audience_id as "audienceId",
  ${millis('l.created_at')} as "createdAt", ${millis('l.updated_at')} as "updatedAt",
  ${millis('l.deleted_at')} as "deletedAt"`;

/** Also of one that is deleted, as whoever wants to restore it must be able to look at it. */
export const linkById = new PreparedRead<LinkRecord>(
  'page_link.by_id',
  `select ${COLUMNS} from page_link l where l.tenant_id = $1 and l.id = $2`,
);

export const linkList = new ListRead<LinkRecord>('page_links', {
  columns: COLUMNS,
  from: 'page_link l',
  alias: 'l',
  where: 'l.deleted_at is null',
  order: { 'l.created_at': 'timestamptz', 'l.id': 'uuid' },
  direction: 'desc',
  filters: { tenantDomainId: 'l.tenant_domain_id = ?', audienceId: 'l.audience_id = ?' },
});

/** What stands at a place, by the hash of its path. */
export interface PlaceRow {
  pageLinkId: string | null;
  audienceId: string | null;
}

const PLACE = 'l.id as "pageLinkId", l.audience_id as "audienceId"';

/** One row for a domain that the tenant has, also where no link stands there. */
export const placeOnDomain = new PreparedRead<PlaceRow>(
  'page_link.place_on_domain',
  `select ${PLACE} from tenant_domain d
     left join page_link l on l.tenant_id = d.tenant_id and l.tenant_domain_id = d.id
       and l.path_hash = $3 and l.deleted_at is null
   where d.tenant_id = $1 and d.domain = $2`,
);

export const placeOnOwnDomain = new PreparedRead<PlaceRow>(
  'page_link.place_on_own_domain',
  `select ${PLACE} from page_link l
   where l.tenant_id = $1 and l.tenant_domain_id is null and l.path_hash = $2 and l.deleted_at is null`,
);
