import type { FoyerModule } from '../../shared/foyer-module.js';
import { foldDeltas } from './analytics.jobs.js';
import {
  Migration20261121000950Analytics,
  Migration20261121000951AnalyticsOfOldSessions,
} from './analytics.migration.js';
import { AnalyticsModule } from './analytics.module.js';
import { removeSampleFigures } from './analytics.sample.js';

export const analytics: FoyerModule = {
  nest: AnalyticsModule,
  tags: { analytics: 'What visits come to, as figures and as pictures' },
  entities: [],
  migrations: [Migration20261121000950Analytics, Migration20261121000951AnalyticsOfOldSessions],
  events: {},
  jobs: [foldDeltas],
  lists: [],
  scopes: ['analytics:read'],
  problems: [],
  removeSample: removeSampleFigures,
};
