import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/index.js';
import { BrandsModule } from '../brands/index.js';
import { FormsModule } from '../forms/index.js';
import { LinksModule } from '../links/index.js';
import { PagesModule } from '../pages/index.js';
import { VisitsModule } from '../visits/index.js';
import { QuestionsModule } from '../questions/index.js';
import { CachedPageSender } from './cached-page-sender.js';
import { FormTokens, QuestionTokens } from './form-tokens.js';
import { PagePictures } from './page-pictures.js';
import { PageRenderer } from './page-renderer.js';
import { SiteForms } from './site-forms.service.js';
import { SitePages } from './site-pages.service.js';
import { SiteQuestions } from './site-questions.service.js';
import { SitePreviews } from './site-previews.service.js';
import { SiteRouter } from './site.router.js';
import { VisitorInputRouter } from './visitor-input.router.js';
import { VisitedPages } from './visited-pages.js';
import { Sitemaps } from './sitemaps.service.js';

@Module({
  imports: [AssetsModule, BrandsModule, FormsModule, LinksModule, PagesModule, QuestionsModule, VisitsModule],
  providers: [
    FormTokens,
    QuestionTokens,
    PagePictures,
    PageRenderer,
    SitePages,
    SitePreviews,
    VisitedPages,
    SiteForms,
    SiteQuestions,
    Sitemaps,
    CachedPageSender,
    VisitorInputRouter,
    SiteRouter,
  ],
})
export class SiteModule {}
