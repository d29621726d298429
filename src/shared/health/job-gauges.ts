import type { DatabaseGauge } from './database-gauges.js';
import { JOB_TABLE, QUEUE_TABLE } from '../jobs/job-schema.js';
import { IS_ACTIVE, IS_FAILED, IS_WAITING, LOOKED_AFTER_AT } from '../libraries/pg-boss-internals.js';

const STATES = {
  queued: IS_WAITING,
  deferred: `${IS_WAITING} and start_after > now()`,
  active: IS_ACTIVE,
  failed: IS_FAILED,
};

const counts = Object.entries(STATES).map(([state, is]) => `count(*) filter (where ${is}) as ${state}`);

/** Without a queue, nothing was looked after yet, and nothing waits. */
export const WORKER_SILENCE = `
  select coalesce(greatest(0, extract(epoch from now() - max(${LOOKED_AFTER_AT}))), 0) as value from ${QUEUE_TABLE}`;

export const jobGauges: readonly DatabaseGauge[] = [
  {
    // Counted in the table: the counts that pg-boss keeps are those of the last moment at which a worker ran.
    name: 'foyer_jobs',
    help: 'Jobs by kind and state',
    labels: ['kind', 'state'],
    sql: `select queue.name as kind, counted.state, counted.value
          from ${QUEUE_TABLE} queue
          left join (select name, ${counts.join(', ')} from ${JOB_TABLE} group by name) job using (name)
          cross join lateral (values ${Object.keys(STATES)
            .map((state) => `('${state}', coalesce(job.${state}, 0))`)
            .join(', ')}) counted (state, value)`,
  },
  {
    name: 'foyer_job_lag_seconds',
    help: 'How long the oldest due job of this kind has been waiting',
    labels: ['kind'],
    lagOf: 'jobs',
    sql: `select name as kind, extract(epoch from now() - min(start_after)) as value from ${JOB_TABLE}
          where ${IS_WAITING} and start_after <= now() group by name`,
  },
  {
    name: 'foyer_worker_silence_seconds',
    help: 'How long no worker has looked after the jobs',
    lagOf: 'jobs',
    sql: WORKER_SILENCE,
  },
];
