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
      'Page links can use the domain at once. Visitors can open them after the domain is proven: put the `proofRecord` of the response into the DNS.',
    access: 'links:write',
    conflict: {
      code: 'domain_taken',
      when: 'The tenant already has the domain, or has too many unproven domains (`too_many_domains`).',
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
    summary: 'Check the proof of a tenant domain',
    description:
      'Schedules a check of the `proofRecord` within seconds, and returns the domain as it is before the check. New domains are checked each minute anyway, proven domains each day.',
    access: 'links:write',
    answer: TenantDomainView,
  })
  checkTenantDomain(@PathId('tenant_domain_id', 'domain') tenantDomainId: string) {
    return this.domains.check(tenantDomainId);
  }

  @Endpoint('DELETE /v0/tenant_domains/{tenant_domain_id}', {
    summary: 'Delete a tenant domain',
    description:
      'Deletes the domain permanently, and returns it as it was. Deleted links on it can no longer be restored.',
    access: 'links:write',
    conflict: { code: 'domain_in_use', when: 'There are active links on the domain.' },
    answer: TenantDomainView,
  })
  deleteTenantDomain(
    @PathId('tenant_domain_id', 'domain', TO_DELETE) tenantDomainId: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.domains.delete(tenantDomainId, precondition);
  }
}
