import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/index.js';
import { LinkResolutionService } from './link-resolution.service.js';
import { PageLinksController } from './page-links.controller.js';
import { PageLinksService } from './page-links.service.js';
import { TenantDomainsController } from './tenant-domains.controller.js';
import { TenantDomainsService } from './tenant-domains.service.js';

@Module({
  imports: [PagesModule],
  controllers: [PageLinksController, TenantDomainsController],
  providers: [PageLinksService, TenantDomainsService, LinkResolutionService],
})
export class LinksModule {}
