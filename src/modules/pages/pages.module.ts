import { Module } from '@nestjs/common';
import { CrmModule } from '../crm/index.js';
import { Addressees } from './addressees.js';
import { AudiencesApi } from './audiences.api.js';
import { AudiencesController } from './audiences.controller.js';
import { AudiencesService } from './audiences.service.js';
import { GiverUp } from './giver-up.js';
import { HeldAudiences } from './held-audiences.js';
import { History } from './history.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';
import { OverrideChanges } from './override-changes.js';
import { PagesApi } from './pages.api.js';
import { PagesController } from './pages.controller.js';
import { PagesService } from './pages.service.js';
import { Pipeline } from './pipeline.js';
import { Publisher } from './publisher.js';
import { Reminder } from './reminder.js';
import { VersionsController } from './versions.controller.js';
import { VersionsService } from './versions.service.js';

@Module({
  imports: [CrmModule],
  controllers: [PagesController, AudiencesController, VersionsController, MessagesController],
  providers: [
    ...[PagesService, AudiencesService, VersionsService, MessagesService],
    ...[
      HeldAudiences,
      Addressees,
      History,
      OverrideChanges,
      Pipeline,
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
