import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/index.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { ForgetVisitsHandler } from './forget-visits.handler.js';
import { RecomputeVisitsHandler } from './recompute-visits.handler.js';
import { VisitComputer } from './visit-computer.js';
import { VisitStore } from './visit-store.js';
import { VisitTokens } from './visit-tokens.js';
import { VisitWorker } from './visit-worker.js';
import { VisitsApi } from './visits.api.js';
import { VisitsController } from './visits.controller.js';

@Module({
  imports: [SessionsModule, AnalyticsModule],
  controllers: [VisitsController],
  providers: [
    ...[VisitStore, VisitTokens, VisitComputer],
    ...[VisitWorker, ForgetVisitsHandler, RecomputeVisitsHandler, VisitsApi],
  ],
  exports: [VisitsApi],
})
export class VisitsModule {}
