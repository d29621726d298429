import { defineJob } from '../jobs/job-kind.js';

/** How long an event can be read. */
export const EVENT_RETENTION_DAYS = 30;

/** Deletes events that are older than that. */
export const forgetEvents = defineJob('events.forget', { schedule: '23 * * * *' });
