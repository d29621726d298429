import { Module } from '@nestjs/common';
import { LinksModule } from '../../links/index.js';
import { PagesModule } from '../../pages/index.js';
import { SessionsModule } from '../../sessions/index.js';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsService } from './analytics.service.js';
import { BreakdownStore } from './breakdown-store.js';
import { ChartUrls } from './chart-urls.js';
import { ChartsController } from './charts.controller.js';
import { DeltaStore } from './delta-store.js';
import { FigureCounter } from './figure-counter.js';
import { FoldDeltasHandler } from './fold-deltas.handler.js';
import { TotalStore } from './total-store.js';
import { ValueNames } from './value-names.js';
import { ValueNumbers } from './value-numbers.js';

@Module({
  imports: [SessionsModule, PagesModule, LinksModule],
  controllers: [AnalyticsController, ChartsController],
  providers: [
    ...[AnalyticsService, FigureCounter, ValueNames, ChartUrls],
    ...[DeltaStore, TotalStore, BreakdownStore, ValueNumbers, FoldDeltasHandler],
  ],
})
export class AnalyticsModule {}
