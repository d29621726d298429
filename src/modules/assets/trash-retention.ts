import { DAY_MS } from '../../shared/kernel/durations.js';

/** How long an asset stays in the trash before it is deleted for good. */
export const DAYS_IN_TRASH = 30;

/** Whatever was put into the trash at this moment or before has been there for long enough. */
export function trashExpiry(now: Date): Date {
  return new Date(now.getTime() - DAYS_IN_TRASH * DAY_MS);
}
