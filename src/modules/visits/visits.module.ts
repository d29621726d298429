import { Module } from '@nestjs/common';
import { CrmModule } from '../crm/index.js';
import { LinksModule } from '../links/index.js';
import { PagesModule } from '../pages/index.js';
import { SessionsModule } from '../sessions/index.js';
import { AnalyticsController } from '../analytics/analytics.controller.js';
import { AnalyticsService } from '../analytics/analytics.service.js';
import { BreakdownStore } from '../analytics/rollups/breakdown-store.js';
import { ChartUrls } from '../analytics/chart-urls.js';
import { ChartsController } from '../analytics/charts.controller.js';
import { DeltaStore } from '../analytics/rollups/delta-store.js';
import { FigureCounter } from '../analytics/rollups/figure-counter.js';
import { FigureEraser } from '../analytics/figure-eraser.js';
import { FoldDeltasHandler } from '../analytics/fold-deltas.handler.js';
import { TotalStore } from '../analytics/rollups/total-store.js';
import { ValueNames } from '../analytics/rollups/value-names.js';
import { ValueNumbers } from '../analytics/rollups/value-numbers.js';
import { ForgetVisitsHandler } from './forget-visits.handler.js';
import { RecomputeVisitsHandler } from './recompute-visits.handler.js';
import { VisitComputer } from './visit-computer.js';
import { VisitEraser } from './visit-eraser.js';
import { VisitStore } from './visit-store.js';
import { VisitTokens } from './visit-tokens.js';
import { VisitWorker } from './visit-worker.js';
import { VisitsApi } from './visits.api.js';
import { VisitsController } from './visits.controller.js';

@Module({
  imports: [CrmModule, SessionsModule, PagesModule, LinksModule],
  controllers: [VisitsController, AnalyticsController, ChartsController],
  providers: [
    ...[VisitStore, VisitTokens, VisitComputer, VisitEraser],
    ...[VisitWorker, ForgetVisitsHandler, RecomputeVisitsHandler, VisitsApi],
    ...[AnalyticsService, FigureCounter, ValueNames, ChartUrls],
    ...[DeltaStore, TotalStore, BreakdownStore, ValueNumbers, FoldDeltasHandler, FigureEraser],
  ],
  exports: [VisitsApi],
})
export class VisitsModule {}
