import { defineJob } from '../jobs/job-kind.js';
import { HOUR_MS } from '../kernel/durations.js';

/** How long the first response to an `Idempotency-Key` is repeated. */
export const ANSWER_RETENTION_HOURS = 24;

export const forgetAnswers = defineJob('idempotency.forget', {
  schedule: '17 * * * *',
  forgets: {
    table: 'idempotent_answer',
    key: 'key',
    since: 'created_at',
    keptMs: () => ANSWER_RETENTION_HOURS * HOUR_MS,
  },
});
