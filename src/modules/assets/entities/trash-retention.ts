import { DAY_MS } from '../../../shared/kernel/durations.js';

/** How long an asset stays in the trash before it is deleted permanently. */
export const DAYS_IN_TRASH = 30;

/** Assets that were put into the trash at this time or earlier are expired. */
export function trashExpiry(now: Date): Date {
  return new Date(now.getTime() - DAYS_IN_TRASH * DAY_MS);
}
