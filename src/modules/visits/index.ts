import type { FoyerModule } from '../../shared/foyer-module.js';
import { stalled } from '../../shared/health/health-faults.js';
import { exportedEvents } from './visit-event-export.js';
import { forgetVisits, recomputeVisits } from './visits.jobs.js';
import { eventTable } from './collecting/visit-store.js';
import { visitMigrations } from './visits.migration.js';
import { VisitsModule } from './visits.module.js';
import { removeVisitsOfSamples } from './visits.sample.js';

export { readBatch } from './collecting/batch-reader.js';
export { isNotTracked } from './collecting/do-not-track.js';
export { TRACKER } from './collecting/tracker.js';
export { MAX_BATCH_BYTES } from './collecting/visit-limits.js';
export { VisitsApi, type WitnessedVisit } from './visits.api.js';
export { VisitWorker } from './computing/visit-worker.js';
export { VisitsModule } from './visits.module.js';

export const visits: FoyerModule = {
  nest: VisitsModule,
  tags: { visits: 'The events of visits to pages' },
  entities: [],
  personal: [eventTable],
  migrations: visitMigrations,
  dailyTables: ['visit_event'],
  events: {},
  jobs: [forgetVisits, recomputeVisits],
  lists: [exportedEvents],
  scopes: ['visits:read'],
  problems: {},
  faults: { visits_stalled: stalled('visits whose sessions are to be computed') },
  removeSample: removeVisitsOfSamples,
};
