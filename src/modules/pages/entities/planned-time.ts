import { clock } from '../../../shared/kernel/clock.js';
import { DAY_MS } from '../../../shared/kernel/durations.js';
import { invalid } from '../../../shared/kernel/errors.js';

/** How far ahead `publishAt` and `archiveAt` may be: a leap year. Their jobs are kept for a year after their time. */
export const MAX_DAYS_AHEAD = 366;

/** `field` is the field of the request that names the time. */
export function assertNotTooFarAhead(field: 'publishAt' | 'archiveAt', time: Date | null): void {
  if (!time || time.getTime() <= clock.now().getTime() + MAX_DAYS_AHEAD * DAY_MS) return;
  const message = `${field} must be at most a year (${MAX_DAYS_AHEAD} days) ahead.`;
  throw invalid([{ pointer: `/${field}`, code: 'out_of_range', message }]);
}
