import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../shared/http/endpoint/endpoint.js';
import { FromBody, FromQuery, IfMatch, PathId } from '../../../shared/http/endpoint/inputs.js';
import { ListQuery } from '../../../shared/fields/list.dto.js';
import { Precondition } from '../../../shared/kernel/precondition.js';
import { TO_DELETE } from '../../../shared/kernel/example-ids.js';
import { CreateTenantDomain, TenantDomainListView, TenantDomainView } from './tenant-domains.dto.js';
import { TenantDomainsService } from './tenant-domains.service.js';

@Controller()
@ApiTags('tenant domains')
export class TenantDomainsController {
  constructor(private readonly domains: TenantDomainsService) {}

  @Endpoint('GET /v0/tenant_domains', {
    summary: 'List tenant domains',
    description: "The tenant's own domains, newest first.",
    access: 'links:read',
    answer: TenantDomainListView,
  })
  listTenantDomains(@FromQuery() query: ListQuery) {
    return this.domains.list(query);
  }

  @Endpoint('POST /v0/tenant_domains', {
    summary: 'Create a tenant domain',
    description:
      'From then on page links can stand on it. Visitors are shown them once the domain is proven: put the `proofRecord` of the answer into the DNS.',
    access: 'links:write',
    conflict: {
      code: 'domain_taken',
      when: 'The tenant has the domain already, or too many that are not proven (`too_many_domains`).',
    },
    answer: TenantDomainView,
    status: 201,
  })
  createTenantDomain(@FromBody() body: CreateTenantDomain) {
    return this.domains.create(body);
  }

  @Endpoint('GET /v0/tenant_domains/{tenant_domain_id}', {
    summary: 'Get a tenant domain',
    description: "One of the tenant's own domains.",
    access: 'links:read',
    answer: TenantDomainView,
  })
  getTenantDomain(@PathId('tenant_domain_id', 'domain') tenantDomainId: string) {
    return this.domains.get(tenantDomainId);
  }

  @Endpoint('POST /v0/tenant_domains/{tenant_domain_id}/check', {
    summary: 'Look for the proof of a tenant domain',
    description:
      'Has the `proofRecord` looked for within seconds, and answers the domain as it is until then. New domains are looked at each minute anyway, proven ones each day.',
    access: 'links:write',
    answer: TenantDomainView,
  })
  checkTenantDomain(@PathId('tenant_domain_id', 'domain') tenantDomainId: string) {
    return this.domains.check(tenantDomainId);
  }

  @Endpoint('DELETE /v0/tenant_domains/{tenant_domain_id}', {
    summary: 'Delete a tenant domain',
    description:
      'Gives the domain up for good, and answers it as it was. Deleted links on it can not be restored any more.',
    access: 'links:write',
    conflict: { code: 'domain_in_use', when: 'There are links on the domain that are not deleted.' },
    answer: TenantDomainView,
  })
  deleteTenantDomain(
    @PathId('tenant_domain_id', 'domain', TO_DELETE) tenantDomainId: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.domains.delete(tenantDomainId, precondition);
  }
}
