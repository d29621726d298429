import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/index.js';
import { FormsModule } from '../forms/index.js';
import { LinksModule } from '../links/index.js';
import { PagesModule } from '../pages/index.js';
import { VisitsModule } from '../visits/index.js';
import { CachedPageRouter } from './cached-page.router.js';
import { FormTokens } from './form-tokens.js';
import { PageRenderer } from './page-renderer.js';
import { SiteForms } from './site-forms.service.js';
import { SitePages } from './site-pages.service.js';
import { SitePreviews } from './site-previews.service.js';
import { SiteRouter } from './site.router.js';
import { Sitemaps } from './sitemaps.service.js';

@Module({
  imports: [AssetsModule, FormsModule, LinksModule, PagesModule, VisitsModule],
  providers: [
    FormTokens,
    PageRenderer,
    SitePages,
    SitePreviews,
    SiteForms,
    Sitemaps,
    CachedPageRouter,
    SiteRouter,
  ],
})
export class SiteModule {}
