import { Module } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { CrmModule } from '../crm/index.js';
import { TopicsModule } from '../topics/index.js';
import { Addressees } from './addressees.js';
import { AudiencesApi } from './audiences.api.js';
import { AudiencesController } from './audiences.controller.js';
import { AudiencesService } from './audiences.service.js';
import { Composer } from './composer.js';
import { GiverUp } from './giver-up.js';
import { HeldAudiences } from './held-audiences.js';
import { History } from './history.js';
import { Gatherer } from './ingredients.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';
import { ModelComposer } from './model-composer.js';
import { NewVersions } from './new-versions.js';
import { OverrideChanges } from './override-changes.js';
import { PagesApi } from './pages.api.js';
import { PagesController } from './pages.controller.js';
import { PagesService } from './pages.service.js';
import { Publisher } from './publisher.js';
import { Reminder } from './reminder.js';
import { TemplateComposer } from './template-composer.js';
import { VersionTurns } from './version-turns.js';
import { VersionStepsController } from './version-steps.controller.js';
import { VersionsController } from './versions.controller.js';
import { VersionsService } from './versions.service.js';

const composer = { provide: Composer, inject: [SETTINGS_TOKEN], useFactory: composerFor };

@Module({
  imports: [CrmModule, TopicsModule],
  controllers: [
    PagesController,
    AudiencesController,
    VersionsController,
    VersionStepsController,
    MessagesController,
  ],
  providers: [
    ...[PagesService, AudiencesService, VersionsService, MessagesService],
    ...[
      HeldAudiences,
      Addressees,
      History,
      OverrideChanges,
      Gatherer,
      composer,
      NewVersions,
      VersionTurns,
      Publisher,
      GiverUp,
      Reminder,
      AudiencesApi,
      PagesApi,
    ],
  ],
  exports: [AudiencesApi, PagesApi],
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
