import { defineJob } from '../jobs/job-kind.js';

/** Creates partitions for the events of the next weeks, and deletes the oldest. */
export const forgetEvents = defineJob('events.forget', { schedule: '23 * * * *' });
