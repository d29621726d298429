import type { DatabaseGauge } from './database-gauges.js';
import { JOB_TABLE, QUEUE_TABLE } from '../jobs/job-schema.js';
import { IS_ACTIVE, IS_FAILED, IS_WAITING, LOOKED_AFTER_AT } from '../libraries/pg-boss-internals.js';

const STATES = {
  queued: IS_WAITING,
  deferred: `${IS_WAITING} and start_after > now()`,
  active: IS_ACTIVE,
  failed: IS_FAILED,
};

/** Each count stops here, so the cost of a look has a limit, however many jobs there are. */
export const MAX_COUNT = 10_000;

/** The order makes the server use the index of the state. Otherwise it would read a table of many jobs, up to the limit. */
const countOf = (is: string) => `(select count(*) from (
  select from ${JOB_TABLE} job where job.name = queue.name and ${is} order by start_after limit ${MAX_COUNT}) counted)`;

const counts = Object.entries(STATES).map(([state, is]) => `('${state}', ${countOf(is)})`);

/** Without a queue, nothing was looked after yet, and nothing waits. */
export const WORKER_SILENCE = `
  select coalesce(greatest(0, extract(epoch from now() - max(${LOOKED_AFTER_AT}))), 0) as value from ${QUEUE_TABLE}`;

export const jobGauges: readonly DatabaseGauge[] = [
  {
    // Counted in the table: the counts that pg-boss keeps are those of the last moment at which a worker ran.
    name: 'foyer_jobs',
    help: `Jobs by kind and state; at most ${MAX_COUNT} each`,
    labels: ['kind', 'state'],
    sql: `select queue.name as kind, counts.state, counts.value
          from ${QUEUE_TABLE} queue cross join lateral (values ${counts.join(', ')}) counts (state, value)`,
  },
  {
    name: 'foyer_job_lag_seconds',
    help: 'How long the oldest due job of this kind has been waiting',
    labels: ['kind'],
    lagOf: 'jobs',
    sql: `select queue.name as kind, extract(epoch from now() - oldest.start_after) as value
          from ${QUEUE_TABLE} queue cross join lateral (
            select start_after from ${JOB_TABLE} job
            where job.name = queue.name and ${IS_WAITING} and start_after <= now() order by start_after limit 1
          ) oldest`,
  },
  {
    name: 'foyer_worker_silence_seconds',
    help: 'How long no worker has looked after the jobs',
    lagOf: 'jobs',
    sql: WORKER_SILENCE,
  },
];
