import type { FoyerModule } from '../../shared/foyer-module.js';
import { foldDeltas } from '../analytics/analytics.jobs.js';
import {
  Migration20261121000950Analytics,
  Migration20261121000951AnalyticsOfOldSessions,
} from '../analytics/analytics.migration.js';
import { removeSampleFigures } from '../analytics/analytics.sample.js';
import { exportedEvents } from './visit-event-export.js';
import { forgetVisits, recomputeVisits } from './visits.jobs.js';
import { Migration20261120001100Visits, Migration20261120001101VisitEvents } from './visits.migration.js';
import { VisitsModule } from './visits.module.js';
import { removeVisitsOfSamples } from './visits.sample.js';

export { readBatch } from './batch-reader.js';
export { TRACKER } from './tracker.js';
export { VisitsApi, type WitnessedVisit } from './visits.api.js';
export { VisitsModule } from './visits.module.js';

export const visits: FoyerModule = {
  nest: VisitsModule,
  tags: {
    visits: 'What visitors did on pages',
    analytics: 'What visits come to, as figures and as pictures',
  },
  entities: [],
  migrations: [
    Migration20261120001100Visits,
    Migration20261120001101VisitEvents,
    Migration20261121000950Analytics,
    Migration20261121000951AnalyticsOfOldSessions,
  ],
  dailyTables: ['visit_event'],
  events: {},
  jobs: [forgetVisits, recomputeVisits, foldDeltas],
  lists: [exportedEvents],
  scopes: ['analytics:read', 'visits:read'],
  problems: [],
  removeSample: [...removeSampleFigures, ...removeVisitsOfSamples],
};
