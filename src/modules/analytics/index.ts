import type { FoyerModule } from '../../shared/foyer-module.js';
import { foldDeltas, rebuildDays, upgradeRollups } from './analytics.jobs.js';
import { analyticsMigrations } from './analytics.migration.js';
import { AnalyticsModule } from './analytics.module.js';
import { valueTable } from './rollups/value-numbers.js';
import { removeSampleFigures } from './analytics.sample.js';

export const analytics: FoyerModule = {
  nest: AnalyticsModule,
  tags: { analytics: 'Visit statistics as JSON or charts' },
  entities: [],
  personal: [valueTable],
  migrations: analyticsMigrations,
  events: {},
  jobs: [foldDeltas, rebuildDays, upgradeRollups],
  lists: [],
  scopes: ['analytics:read'],
  problems: {},
  removeSample: removeSampleFigures,
};
