import { invalid } from '../../shared/kernel/errors.js';
import { DAY_MS, HOUR_MS } from '../../shared/kernel/durations.js';
import {
  bucketsOf,
  QUARTER_MS,
  startOfBucket,
  timeBefore,
  type Interval,
  type Period,
} from './figures/time-buckets.js';

/** The length of the period if none is given. */
const DEFAULT_DAYS: Record<Interval, number> = { hour: 1, day: 30, week: 84 };

const MOST_DAYS: Record<Interval, number> = { hour: 31, day: 366, week: 366 };

interface GivenPeriod {
  /** In milliseconds since 1970. */
  from?: number;
  to?: number;
  interval: Interval;
  timeZone: string;
}

/** Rounds to whole quarter hours. By default, the period ends with the current hour, day or week. */
export function periodOf({ from, to, interval, timeZone }: GivenPeriod, now: number): Period {
  const end = Math.ceil((to ?? endOfBucket(now, interval, timeZone)) / QUARTER_MS) * QUARTER_MS;
  const start = from ?? timeBefore(end, DEFAULT_DAYS[interval] * DAY_MS, timeZone);
  const period = { from: Math.floor(start / QUARTER_MS) * QUARTER_MS, to: end };
  assertAllowed(period, interval);
  return period;
}

function endOfBucket(moment: number, interval: Interval, timeZone: string): number {
  const start = startOfBucket(moment, interval, timeZone);
  return bucketsOf({ from: start, to: start + 8 * DAY_MS }, interval, timeZone)[0]!.to;
}

function assertAllowed({ from, to }: Period, interval: Interval): void {
  if (from >= to) throw refused('from', 'The period must begin before it ends.');
  // A period has one more hour when clocks are set back.
  if (to - from > MOST_DAYS[interval] * DAY_MS + HOUR_MS)
    throw refused('from', `A period of ${interval}s has at most ${MOST_DAYS[interval]} days.`);
}

function refused(parameter: string, message: string) {
  return invalid([{ parameter, code: 'out_of_range', message }]);
}
