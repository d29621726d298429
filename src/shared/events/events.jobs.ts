import { defineJob } from '../jobs/job-kind.js';
import { DAY_MS } from '../kernel/durations.js';

/** For how long an event is kept, at least, and can be delivered. */
export const EVENT_RETENTION_DAYS = 30;

/** What is older is neither delivered nor replayed any more. */
export const oldestDelivered = (now: Date): Date => new Date(now.getTime() - EVENT_RETENTION_DAYS * DAY_MS);

/** A delivery that has failed because of that can be read for so long at least before its week is dropped. */
const DAYS_READABLE_AFTERWARDS = 1;

/** A week that ended before this moment is forgotten. */
export const oldestKept = (now: Date): Date =>
  new Date(oldestDelivered(now).getTime() - DAYS_READABLE_AFTERWARDS * DAY_MS);

/** Makes room for the events of the next weeks, and forgets the oldest. */
export const forgetEvents = defineJob('events.forget', { schedule: '23 * * * *' });
