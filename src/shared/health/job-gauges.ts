import type { DatabaseGauge } from './database-gauges.js';
import { JOB_TABLE } from '../jobs/job-schema.js';
import { IS_WAITING } from '../libraries/pg-boss-internals.js';

export const jobGauges: readonly DatabaseGauge[] = [
  {
    name: 'foyer_job_lag_seconds',
    help: 'How long the oldest due job of this kind has been waiting',
    labels: ['kind'],
    lagOf: 'jobs',
    sql: `select name as kind, extract(epoch from now() - min(start_after)) as value from ${JOB_TABLE}
          where ${IS_WAITING} and start_after <= now() group by name`,
  },
];
