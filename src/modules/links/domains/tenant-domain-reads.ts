import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { proofRecordOf } from './domain-proof.js';
import { tenantDomainColumns, tenantDomainFields } from './tenant-domain.entity.js';
import type { TenantDomainView } from './tenant-domains.dto.js';

/** The input of a view. Entities and rows both have this shape. */
type TenantDomainRecord = RecordOf<typeof tenantDomainColumns>;

const TENANT_DOMAIN = tenantDomainColumns.select('d');

export const domainById = new PreparedRead<TenantDomainRecord>(
  'tenant_domain.by_id',
  `select ${TENANT_DOMAIN} from tenant_domain d where d.tenant_id = $1 and d.id = $2`,
  { isShort: true },
);

export const domainList = new ListRead<TenantDomainRecord>('tenant_domains', {
  columns: TENANT_DOMAIN,
  bytes: tenantDomainColumns.bytes('d'),
  from: 'tenant_domain d',
  alias: 'd',
  order: { 'd.created_at': 'timestamptz', 'd.id': 'uuid' },
  direction: 'desc',
});

export const domainNamed = new PreparedRead<{ id: string }>(
  'tenant_domain.named',
  'select id from tenant_domain where tenant_id = $1 and domain = $2',
  { isShort: true },
);

/** A request that puts a link on the domain takes this lock, so the domain is not deleted. The lock is shared. */
export const lockDomain = new PreparedRead<{ id: string }>(
  'tenant_domain.lock',
  'select id from tenant_domain where tenant_id = $1 and id = $2 for key share',
);

export const unprovenCount = new PreparedRead<{ count: number }>(
  'tenant_domain.unproven_count',
  'select count(*)::int as count from tenant_domain where tenant_id = $1 and not is_proven',
);

export const anyLinkOnDomain = new PreparedRead<{ id: string }>(
  'tenant_domain.any_link',
  `select id from page_link where tenant_id = $1 and tenant_domain_id = $2 and deleted_at is null order by id limit 1`,
);

export function domainView(domain: TenantDomainRecord): TenantDomainView {
  const { domain: name, isProven, provenUntil, ...shown } = tenantDomainFields.toView(domain);
  return {
    tenantDomainId: wireId('domain', domain.id),
    domain: name,
    isProven,
    provenUntil,
    proofRecord: proofRecordOf(domain),
    ...shown,
  };
}
