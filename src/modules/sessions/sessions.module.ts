import { Module } from '@nestjs/common';
import { CrmModule } from '../crm/index.js';
import { PagesModule } from '../pages/index.js';
import { ComputeSessionHandler } from './compute-session.handler.js';
import { ComputedSessions } from './computed-sessions.js';
import { SessionEraser } from './session-eraser.js';
import { SessionReferences } from './session-references.js';
import { SessionsApi } from './sessions.api.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [CrmModule, PagesModule],
  controllers: [SessionsController],
  providers: [
    SessionsService,
    SessionReferences,
    ComputeSessionHandler,
    ComputedSessions,
    SessionEraser,
    SessionsApi,
  ],
  exports: [SessionsApi],
})
export class SessionsModule {}
