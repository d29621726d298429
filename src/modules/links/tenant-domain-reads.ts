import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { PreparedWrite } from '../../shared/database/prepared-writes.js';
import { millis } from '../../shared/database/sql.js';
import type { DomainRecord } from './link-views.js';

const COLUMNS = `d.id, d.domain, ${millis('d.created_at')} as "createdAt", ${millis('d.updated_at')} as "updatedAt"`;

export const domainById = new PreparedRead<DomainRecord>(
  'tenant_domain.by_id',
  `select ${COLUMNS} from tenant_domain d where d.tenant_id = $1 and d.id = $2`,
);

export const domainList = new ListRead<DomainRecord>('tenant_domains', {
  columns: COLUMNS,
  from: 'tenant_domain d',
  alias: 'd',
  order: { 'd.created_at': 'timestamptz', 'd.id': 'uuid' },
  direction: 'desc',
});

/** Whoever puts a link on a domain holds it, so that it is not deleted meanwhile; many can do so at once. */
export const lockDomain = new PreparedRead<{ id: string }>(
  'tenant_domain.hold',
  'select id from tenant_domain where tenant_id = $1 and id = $2 for key share',
);

export const linkOnDomain = new PreparedRead<{ id: string }>(
  'tenant_domain.link_on_it',
  `select id from page_link where tenant_id = $1 and tenant_domain_id = $2 and deleted_at is null order by id limit 1`,
);

/** Writes nothing where any tenant has the domain. */
export const insertDomain = new PreparedWrite(
  'tenant_domain.insert',
  `insert into tenant_domain (tenant_id, id, domain, created_at, updated_at) values ($1, $2, $3, $4, $4)
   on conflict (domain) do nothing`,
);
