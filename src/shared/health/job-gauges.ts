import type { DatabaseGauge } from './database-gauges.js';
import { JOB_SCHEMA } from '../jobs/job-schema.js';

export const jobGauges: readonly DatabaseGauge[] = [
  {
    name: 'foyer_job_lag_seconds',
    help: 'For how long the job of this kind that has waited longest has been due',
    labels: ['kind'],
    lagOf: 'jobs',
    sql: `select name as kind, extract(epoch from now() - min(start_after)) as value from ${JOB_SCHEMA}.job
          where state < 'active' and start_after <= now() group by name`,
  },
];
