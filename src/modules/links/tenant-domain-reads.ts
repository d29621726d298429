import type { RecordOf } from '../../shared/database/column-map.js';
import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { wireId } from '../../shared/kernel/ids.js';
import { tenantDomainFields } from './tenant-domain.entity.js';
import type { TenantDomainView } from './tenant-domains.dto.js';

/** What a view is made from: an entity has this shape, and so has a row. */
type TenantDomainRecord = RecordOf<typeof tenantDomainFields> & { id: string };

const TENANT_DOMAIN = `d.id, ${tenantDomainFields.select('d')}`;

export const domainById = new PreparedRead<TenantDomainRecord>(
  'tenant_domain.by_id',
  `select ${TENANT_DOMAIN} from tenant_domain d where d.tenant_id = $1 and d.id = $2`,
);

export const domainList = new ListRead<TenantDomainRecord>('tenant_domains', {
  columns: TENANT_DOMAIN,
  bytes: tenantDomainFields.bytes('d'),
  from: 'tenant_domain d',
  alias: 'd',
  order: { 'd.created_at': 'timestamptz', 'd.id': 'uuid' },
  direction: 'desc',
});

/** Locked by whoever puts a link on the domain, so that it is not deleted meanwhile; many can do so at once. */
export const lockDomain = new PreparedRead<{ id: string }>(
  'tenant_domain.lock',
  'select id from tenant_domain where tenant_id = $1 and id = $2 for key share',
);

export const anyLinkOnDomain = new PreparedRead<{ id: string }>(
  'tenant_domain.any_link',
  `select id from page_link where tenant_id = $1 and tenant_domain_id = $2 and deleted_at is null order by id limit 1`,
);

export function domainView(domain: TenantDomainRecord): TenantDomainView {
  return { tenantDomainId: wireId('domain', domain.id), ...tenantDomainFields.toView(domain) };
}
