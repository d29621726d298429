import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/kernel/durations.js';

export const INTERVALS = ['hour', 'day', 'week'] as const;

export type Interval = (typeof INTERVALS)[number];

export interface Period {
  /** In milliseconds since 1970, like `to`, which is exclusive. */
  from: number;
  to: number;
}

export const QUARTER_MS = 15 * MINUTE_MS;

/** From Thursday 1 January 1970 back to a Monday. */
const DAYS_SINCE_MONDAY = 3;

/** Whether the text is the name of a time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  // Intl also accepts `+05:07`, but the days of that zone do not begin at a quarter hour.
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Splits a period into the hours, days or weeks of a time zone. The first and the last may be incomplete. */
export function bucketsOf({ from, to }: Period, interval: Interval, timeZone: string): Period[] {
  const starts = [from, ...startsIn({ from, to }, interval, timeZone)];
  return starts.map((start, at) => ({ from: start, to: starts[at + 1] ?? to }));
}

/** The start of the hour, day or week that contains a time. */
export function startOfBucket(moment: number, interval: Interval, timeZone: string): number {
  const reach = interval === 'week' ? 8 * DAY_MS : 2 * DAY_MS;
  return startsIn({ from: moment - reach, to: moment + 1 }, interval, timeZone).at(-1)!;
}

/** Subtracts in local time: 30 days before a midnight is a midnight. */
export function timeBefore(moment: number, ms: number, timeZone: string): number {
  const offsetAt = offsetsIn(timeZone);
  const localTime = moment + offsetAt(moment) - ms;
  return localTime - offsetAt(localTime - offsetAt(localTime));
}

/** The previous period, of the same length in local time. */
export function periodBefore({ from, to }: Period, timeZone: string): Period {
  const offsetAt = offsetsIn(timeZone);
  const length = to + offsetAt(to) - from - offsetAt(from);
  return { from: timeBefore(from, length, timeZone), to: from };
}

/** The starts of hours, days or weeks within a period, without the start of the period. */
function startsIn({ from, to }: Period, interval: Interval, timeZone: string): number[] {
  const offsets = offsetsOf({ from, to }, timeZone);
  const numberAt = (moment: number, offset: number) => numberOf(moment + offset, interval);
  const starts: number[] = [];
  let last = numberAt(from, offsets[0]!.offset);
  for (const { from: start, to: end, offset } of offsets) {
    for (const moment of candidatesOf({ from: start, to: end }, offset, interval)) {
      const number = numberAt(moment, offset);
      // When clocks are set back, an hour occurs twice, but the day continues.
      if (moment === from || (interval !== 'hour' && number <= last)) continue;
      starts.push(moment);
      last = number;
    }
  }
  return starts;
}

/** A day can also begin when clocks are set forward, if that skips midnight. */
function candidatesOf({ from, to }: Period, offset: number, interval: Interval): number[] {
  const unit = interval === 'hour' ? HOUR_MS : DAY_MS;
  const first = Math.ceil((from + offset) / unit) * unit - offset;
  const candidates = interval === 'hour' || first === from ? [] : [from];
  for (let moment = first; moment < to; moment += unit) candidates.push(moment);
  return candidates;
}

/** The number of the local hour, day or week since 1970. Weeks begin on Monday. */
function numberOf(localTime: number, interval: Interval): number {
  if (interval === 'hour') return Math.floor(localTime / HOUR_MS);
  const day = Math.floor(localTime / DAY_MS);
  return interval === 'day' ? day : Math.floor((day + DAYS_SINCE_MONDAY) / 7);
}

interface OffsetPeriod extends Period {
  /** The offset of local time from UTC, in milliseconds. */
  offset: number;
}

/** Splits a period into parts with a constant offset. */
function offsetsOf({ from, to }: Period, timeZone: string): OffsetPeriod[] {
  const offsetAt = offsetsIn(timeZone);
  const parts: OffsetPeriod[] = [{ from, to, offset: offsetAt(from) }];
  for (let before = from; before < to; before += DAY_MS) {
    const after = Math.min(before + DAY_MS, to);
    const offset = offsetAt(after);
    const current = parts.at(-1)!;
    if (offset === current.offset) continue;
    const change = changeBetween(before, after, offsetAt);
    // The change is after the period.
    if (change >= to) continue;
    current.to = change;
    parts.push({ from: change, to, offset });
  }
  return parts;
}

/** The first time with the later offset. All clock changes happen at a quarter hour. */
function changeBetween(before: number, after: number, offsetAt: (moment: number) => number): number {
  let [low, high] = [Math.floor(before / QUARTER_MS), Math.ceil(after / QUARTER_MS)];
  const offset = offsetAt(after);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * QUARTER_MS) === offset) high = middle;
    else low = middle;
  }
  return high * QUARTER_MS;
}

/** Returns a function from a time to the offset from UTC, rounded to a quarter hour: historical offsets are odd. */
function offsetsIn(timeZone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (moment) => {
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])?(\d+)?:?(\d+)?/.exec(format.format(moment))!;
    const offset = Number(hours) * HOUR_MS + Number(minutes) * 60_000;
    return (sign === '-' ? -1 : 1) * Math.round(offset / QUARTER_MS) * QUARTER_MS;
  };
}
