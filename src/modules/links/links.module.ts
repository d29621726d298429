import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/index.js';
import { LinkReferences } from './link-references.js';
import { PageLinksController } from './page-links.controller.js';
import { PageLinksService } from './page-links.service.js';
import { ResolutionService } from './resolution.service.js';
import { TenantDomainsController } from './tenant-domains.controller.js';
import { TenantDomainsService } from './tenant-domains.service.js';

@Module({
  imports: [PagesModule],
  controllers: [PageLinksController, TenantDomainsController],
  providers: [PageLinksService, TenantDomainsService, ResolutionService, LinkReferences],
})
export class LinksModule {}
