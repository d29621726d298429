import { Module } from '@nestjs/common';
import { CrmModule } from '../crm/index.js';
import { PagesModule } from '../pages/index.js';
import { CheckDomainsHandler } from './domains/check-domains.handler.js';
import { DomainProofs } from './domains/domain-proof.js';
import { DomainsOfAllTenants } from './domains/domains-of-all-tenants.js';
import { LinkPlans } from './link-plans.js';
import { LinkNameSearch } from './link-name-search.js';
import { LinkResolutionService } from './resolving/link-resolution.service.js';
import { LinkTargetsApi } from './resolving/link-targets.api.js';
import { LinksApi } from './resolving/links.api.js';
import { PageLinkBatchesService } from './page-link-batches.service.js';
import { PageLinksController } from './page-links.controller.js';
import { PageLinksService } from './page-links.service.js';
import { TenantDomainsController } from './domains/tenant-domains.controller.js';
import { TenantDomainsService } from './domains/tenant-domains.service.js';

@Module({
  imports: [CrmModule, PagesModule],
  controllers: [PageLinksController, TenantDomainsController],
  providers: [
    PageLinksService,
    PageLinkBatchesService,
    LinkPlans,
    TenantDomainsService,
    LinkResolutionService,
    DomainProofs,
    DomainsOfAllTenants,
    CheckDomainsHandler,
    LinkNameSearch,
    LinksApi,
    LinkTargetsApi,
  ],
  exports: [LinksApi, LinkTargetsApi],
})
export class LinksModule {}
