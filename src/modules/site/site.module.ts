import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/index.js';
import { BrandsModule } from '../brands/index.js';
import { FormsModule } from '../forms/index.js';
import { LinksModule } from '../links/index.js';
import { PagesModule } from '../pages/index.js';
import { TopicsModule } from '../topics/index.js';
import { VisitsModule } from '../visits/index.js';
import { QuestionsModule } from '../questions/index.js';
import { MAX_CACHED_BYTES } from './caching/cache-sizes.js';
import { CachedAnswers } from './caching/cached-answers.js';
import { CachedPageSender } from './sending/cached-page-sender.js';
import { DrawnPictures } from './link-pictures/drawn-pictures.js';
import { FormTokens, QuestionTokens } from './pages/form-tokens.js';
import { LinkPictureTokens } from './link-pictures/link-picture-tokens.js';
import { PagePictures } from './pages/page-pictures.js';
import { PageRenderer } from './pages/page-renderer.js';
import { ChecksController } from './checking/checks.controller.js';
import { FactsReader } from './checking/facts-reader.js';
import { PageChecks } from './checking/page-checks.service.js';
import type { SiteAnswer } from './pages/site-answer.js';
import { SiteFiles } from './sending/site-files.service.js';
import { SiteForms } from './visitor-input/site-forms.service.js';
import { SiteLinkPictures } from './site-link-pictures.service.js';
import { SitePages } from './pages/site-pages.service.js';
import { SiteQuestions } from './visitor-input/site-questions.service.js';
import { SitePreviews } from './pages/site-previews.service.js';
import { SiteRouter } from './site.router.js';
import { VisitorInputRouter } from './visitor-input/visitor-input.router.js';
import { VisitedPages } from './visitor-input/visited-pages.js';
import { Sitemaps } from './sitemaps.service.js';

@Module({
  imports: [
    ...[AssetsModule, BrandsModule, FormsModule, LinksModule],
    ...[PagesModule, QuestionsModule, TopicsModule, VisitsModule],
  ],
  controllers: [ChecksController],
  providers: [
    { provide: CachedAnswers, useFactory: () => new CachedAnswers<SiteAnswer>(MAX_CACHED_BYTES.pages) },
    FactsReader,
    PageChecks,
    FormTokens,
    QuestionTokens,
    PagePictures,
    LinkPictureTokens,
    DrawnPictures,
    PageRenderer,
    SiteFiles,
    SitePages,
    SitePreviews,
    SiteLinkPictures,
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
