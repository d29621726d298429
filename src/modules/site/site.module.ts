import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/index.js';
import { LinksModule } from '../links/index.js';
import { PagesModule } from '../pages/index.js';
import { PageRenderer } from './page-renderer.js';
import { SitePages } from './site-pages.service.js';
import { SitePreviews } from './site-previews.service.js';
import { SiteRouter } from './site.router.js';
import { Sitemaps } from './sitemaps.service.js';

@Module({
  imports: [AssetsModule, LinksModule, PagesModule],
  providers: [PageRenderer, SitePages, SitePreviews, Sitemaps, SiteRouter],
})
export class SiteModule {}
