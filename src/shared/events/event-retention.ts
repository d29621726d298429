import { DAY_MS } from '../kernel/durations.js';

/** For how many days at least an event is kept and can be delivered. */
export const EVENT_RETENTION_DAYS = 30;

/** Older events are no longer delivered or replayed. */
export const oldestDelivered = (now: Date): Date => new Date(now.getTime() - EVENT_RETENTION_DAYS * DAY_MS);

/** For how many days at least a delivery that failed because of that can be read before its week is dropped. */
const DAYS_READABLE_AFTERWARDS = 1;

/** A week that ended before this time is deleted. */
export const oldestKept = (now: Date): Date =>
  new Date(oldestDelivered(now).getTime() - DAYS_READABLE_AFTERWARDS * DAY_MS);
