import { defineEntity, p } from '@mikro-orm/core';
import { recordColumns } from '../../shared/database/columns.js';

const TenantDomainSchema = defineEntity({
  name: 'TenantDomain',
  tableName: 'tenant_domain',
  properties: {
    ...recordColumns,
    domain: p.text(),
  },
});

/** A domain of a tenant's own, on which its links can stand. It never changes: another domain is another record. */
export class TenantDomain extends TenantDomainSchema.class {}

TenantDomainSchema.setClass(TenantDomain);
