import { Module } from '@nestjs/common';
import { CrmModule } from '../crm/index.js';
import { LinksModule } from '../links/index.js';
import { PagesModule } from '../pages/index.js';
import { SessionsModule } from '../sessions/index.js';
import { ForgetVisitsHandler } from './forget-visits.handler.js';
import { RecomputeVisitsHandler } from './recompute-visits.handler.js';
import { VisitComputer } from './computing/visit-computer.js';
import { VisitEraser } from './visit-eraser.js';
import { DroppedVisitData } from './collecting/dropped-visit-data.js';
import { PageOrigins } from './collecting/page-origins.js';
import { VisitStore } from './collecting/visit-store.js';
import { VisitTokens } from './collecting/visit-tokens.js';
import { VisitWorker } from './computing/visit-worker.js';
import { VisitsApi } from './visits.api.js';
import { VisitsController } from './visits.controller.js';

@Module({
  imports: [CrmModule, SessionsModule, PagesModule, LinksModule],
  controllers: [VisitsController],
  providers: [
    ...[VisitStore, DroppedVisitData, PageOrigins, VisitTokens, VisitComputer, VisitEraser],
    ...[VisitWorker, ForgetVisitsHandler, RecomputeVisitsHandler, VisitsApi],
  ],
  exports: [VisitsApi],
})
export class VisitsModule {}
