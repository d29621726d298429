import type { AnalyticsInterval } from '@foyer/client';
import { daysBetween, isDay } from './days.js';

/** More days than this are shown by week. */
const MOST_SINGLE_DAYS = 92;

/** Hours, days or weeks, by the length of the period. */
export function intervalFor(days: string | undefined, from: string, to: string): AnalyticsInterval {
  const known = isDay(from) && isDay(to) ? daysBetween(from, to) : undefined;
  const length = days === undefined ? known : Number(days);
  if (length === undefined) return 'day';
  if (length <= 1) return 'hour';
  return length > MOST_SINGLE_DAYS ? 'week' : 'day';
}
