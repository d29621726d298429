import { Module } from '@nestjs/common';
import { LinksModule } from '../links/index.js';
import { PagesModule } from '../pages/index.js';
import { SessionsModule } from '../sessions/index.js';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsService } from './analytics.service.js';
import { BreakdownRows } from './rollups/breakdown-rows.js';
import { BreakdownStore } from './rollups/breakdown-store.js';
import { ChartUrls } from './chart-urls.js';
import { ChartsController } from './charts.controller.js';
import { DayRebuild } from './rebuilding/day-rebuild.js';
import { DeltaStore } from './rollups/delta-store.js';
import { FigureCounter } from './reading/figure-counter.js';
import { FigureEraser } from './figure-eraser.js';
import { FoldDeltasHandler } from './fold-deltas.handler.js';
import { FullDays } from './rollups/full-days.js';
import { RebuildDaysHandler } from './rebuild-days.handler.js';
import { SessionScan } from './rollups/session-scan.js';
import { RollupUpgrade } from './rollups/rollup-upgrade.js';
import { UpgradeRollupsHandler } from './upgrade-rollups.handler.js';
import { AudienceRollups } from './rollups/audience-rollups.js';
import { RollupStore } from './rollups/rollup-store.js';
import { TenantTurns } from './tenant-turns.js';
import { TotalStore } from './rollups/total-store.js';
import { ValueNames } from './reading/value-names.js';
import { ValueNumbers } from './rollups/value-numbers.js';

@Module({
  imports: [SessionsModule, PagesModule, LinksModule],
  controllers: [AnalyticsController, ChartsController],
  providers: [
    ...[AnalyticsService, FigureCounter, ValueNames, ChartUrls],
    ...[DeltaStore, RollupStore, AudienceRollups, TotalStore, BreakdownStore, BreakdownRows, ValueNumbers],
    ...[SessionScan, FullDays, DayRebuild, RollupUpgrade],
    ...[TenantTurns, FoldDeltasHandler, RebuildDaysHandler, UpgradeRollupsHandler, FigureEraser],
  ],
})
export class AnalyticsModule {}
