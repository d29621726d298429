import { Module } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { AssetsModule } from '../assets/index.js';
import { BrandsModule } from '../brands/index.js';
import { CrmModule } from '../crm/index.js';
import { TopicsModule } from '../topics/index.js';
import { AudienceEraser } from './erasing/audience-eraser.js';
import { AudiencePersons } from './composing/audience-persons.js';
import { AudiencesApi } from './audiences.api.js';
import { AudiencesController } from './audiences.controller.js';
import { AudiencesService } from './audiences.service.js';
import { Composer } from './composing/composer.js';
import { FailVersionHandler } from './publishing/fail-version.handler.js';
import { AudienceLocks } from './publishing/audience-locks.js';
import { AudienceHistory } from './publishing/audience-history.js';
import { CompositionInputs } from './composing/composition-input.js';
import { LinkPictures } from './references/link-pictures.js';
import { MentionEraser } from './erasing/mention-eraser.js';
import { ArchiveAudienceHandler } from './publishing/archive-audience.handler.js';
import { AudienceBatchesService } from './audience-batches.service.js';
import { AudienceArchiving } from './publishing/audience-archiving.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';
import { ModelComposer } from './composing/model-composer.js';
import { PageBrands } from './references/page-brands.js';
import { PageTopics } from './references/page-topics.js';
import { PagesApi } from './pages.api.js';
import { PagesController } from './pages.controller.js';
import { PagesService } from './pages.service.js';
import { PlacedPictures } from './references/placed-pictures.js';
import { PublishVersionHandler } from './publishing/publish-version.handler.js';
import { ReleaseScheduledVersionHandler } from './publishing/release-scheduled-version.handler.js';
import { EditedPagesApi } from './edited-pages.api.js';
import { PagePreviewsService } from './previews/page-previews.service.js';
import { PreviewsApi } from './previews/previews.api.js';
import { ForgetPreviewsHandler } from './previews/forget-previews.handler.js';
import { PreviewUrls } from './previews/preview-urls.js';
import { UnsavedPreviews } from './previews/unsaved-previews.js';
import { RecomposeHandler } from './publishing/recompose.handler.js';
import { TemplateComposer } from './composing/template-composer.js';
import { VersionQueue } from './publishing/version-queue.js';
import { VersionsController } from './versions.controller.js';
import { VersionsService } from './versions.service.js';

const composer = { provide: Composer, inject: [SETTINGS_TOKEN], useFactory: composerFor };

@Module({
  imports: [AssetsModule, BrandsModule, CrmModule, TopicsModule],
  controllers: [PagesController, AudiencesController, VersionsController, MessagesController],
  providers: [
    ...[PagesService, PagePreviewsService, AudiencesService, VersionsService, MessagesService],
    ...[
      AudienceLocks,
      AudiencePersons,
      AudienceEraser,
      MentionEraser,
      AudienceHistory,
      AudienceBatchesService,
      AudienceArchiving,
      ArchiveAudienceHandler,
      CompositionInputs,
      LinkPictures,
      composer,
      VersionQueue,
      PublishVersionHandler,
      FailVersionHandler,
      ReleaseScheduledVersionHandler,
      RecomposeHandler,
      PageBrands,
      PageTopics,
      PlacedPictures,
      AudiencesApi,
      PagesApi,
      EditedPagesApi,
      PreviewUrls,
      UnsavedPreviews,
      ForgetPreviewsHandler,
      PreviewsApi,
    ],
  ],
  exports: [AudiencesApi, PagesApi, EditedPagesApi, PreviewsApi],
})
export class PagesModule {}

function composerFor(settings: Settings): Composer {
  const { COMPOSER, COMPOSER_URL, COMPOSER_MODEL, COMPOSER_KEY, COMPOSER_TIMEOUT_MS } = settings;
  if (COMPOSER === 'template') return new TemplateComposer();
  return new ModelComposer({
    url: COMPOSER_URL!,
    model: COMPOSER_MODEL!,
    key: COMPOSER_KEY,
    timeoutMs: COMPOSER_TIMEOUT_MS,
  });
}
