import { defineJob } from '../jobs/job-kind.js';

/** How long the first answer to an `Idempotency-Key` is given again. */
export const ANSWER_RETENTION_HOURS = 24;

/** Deletes answers that are older than that. */
export const forgetAnswers = defineJob('idempotency.forget', { schedule: '17 * * * *' });
