import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../shared/database/column-map.js';
import { newRecord, recordColumns, timestamps } from '../../shared/database/columns.js';
import { detached } from '../../shared/database/detached.js';

/** What a domain shows, as it is stored. */
export const tenantDomainFields = columns({ domain: p.text(), ...timestamps });

export const newTenantDomainColumns = columns({ id: recordColumns.id }).and(tenantDomainFields);

const TenantDomainSchema = defineEntity({
  name: 'TenantDomain',
  tableName: 'tenant_domain',
  properties: { ...recordColumns, ...tenantDomainFields.properties },
});

/** A domain of a tenant's own, on which its links can stand. It never changes: another domain is another record. */
export class TenantDomain extends TenantDomainSchema.class {
  static create({ domain }: { domain: string }): TenantDomain {
    return detached(TenantDomain, { ...newRecord(), domain });
  }
}

TenantDomainSchema.setClass(TenantDomain);
