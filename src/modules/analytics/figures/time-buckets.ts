export const INTERVALS = ['hour', 'day', 'week'] as const;

export type Interval = (typeof INTERVALS)[number];

export interface Period {
  /** In milliseconds since 1970, as is `to`, which is not part of it. */
  from: number;
  to: number;
}

export const QUARTER_MS = 900_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** From Thursday 1 January 1970 back to a Monday. */
const DAYS_SINCE_MONDAY = 3;

/** Whether it is the name of a time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  // `+05:07` is a zone for Intl, too. Its days do not begin at a quarter of an hour.
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The hours, days or weeks of a time zone that a period has; the first and the last may be cut off by the period. */
export function bucketsOf({ from, to }: Period, interval: Interval, timeZone: string): Period[] {
  const starts = [from, ...startsIn({ from, to }, interval, timeZone)];
  return starts.map((start, at) => ({ from: start, to: starts[at + 1] ?? to }));
}

/** The moment at which the hour, day or week of a moment began. */
export function startOfBucket(moment: number, interval: Interval, timeZone: string): number {
  const reach = interval === 'week' ? 8 * DAY_MS : 2 * DAY_MS;
  return startsIn({ from: moment - reach, to: moment + 1 }, interval, timeZone).at(-1)!;
}

/** So much earlier by the clocks of a place: 30 days before a midnight was midnight, too. */
export function timeBefore(moment: number, ms: number, timeZone: string): number {
  const offsetAt = offsetsIn(timeZone);
  const localTime = moment + offsetAt(moment) - ms;
  return localTime - offsetAt(localTime - offsetAt(localTime));
}

/** The period before one, which is as long by the clocks of the place. */
export function periodBefore({ from, to }: Period, timeZone: string): Period {
  const offsetAt = offsetsIn(timeZone);
  const length = to + offsetAt(to) - from - offsetAt(from);
  return { from: timeBefore(from, length, timeZone), to: from };
}

/** Where hours, days or weeks begin after the start of a period and before its end. */
function startsIn({ from, to }: Period, interval: Interval, timeZone: string): number[] {
  const offsets = offsetsOf({ from, to }, timeZone);
  const numberAt = (moment: number, offset: number) => numberOf(moment + offset, interval);
  const starts: number[] = [];
  let last = numberAt(from, offsets[0]!.offset);
  for (const { from: start, to: end, offset } of offsets) {
    for (const moment of candidatesOf({ from: start, to: end }, offset, interval)) {
      const number = numberAt(moment, offset);
      // Where clocks are put back, an hour comes twice, but a day goes on.
      if (moment === from || (interval !== 'hour' && number <= last)) continue;
      starts.push(moment);
      last = number;
    }
  }
  return starts;
}

/** A day can also begin where clocks are put forward, if that skips midnight. */
function candidatesOf({ from, to }: Period, offset: number, interval: Interval): number[] {
  const unit = interval === 'hour' ? HOUR_MS : DAY_MS;
  const first = Math.ceil((from + offset) / unit) * unit - offset;
  const candidates = interval === 'hour' || first === from ? [] : [from];
  for (let moment = first; moment < to; moment += unit) candidates.push(moment);
  return candidates;
}

/** Hours, days and weeks in the time of a place, each counted from 1970. Weeks begin on Monday. */
function numberOf(localTime: number, interval: Interval): number {
  if (interval === 'hour') return Math.floor(localTime / HOUR_MS);
  const day = Math.floor(localTime / DAY_MS);
  return interval === 'day' ? day : Math.floor((day + DAYS_SINCE_MONDAY) / 7);
}

interface OffsetPeriod extends Period {
  /** Of the place's time from UTC, in milliseconds. */
  offset: number;
}

/** The parts of a period in each of which a place's clocks are not changed. */
function offsetsOf({ from, to }: Period, timeZone: string): OffsetPeriod[] {
  const offsetAt = offsetsIn(timeZone);
  const parts: OffsetPeriod[] = [{ from, to, offset: offsetAt(from) }];
  for (let before = from; before < to; before += DAY_MS) {
    const after = Math.min(before + DAY_MS, to);
    const offset = offsetAt(after);
    const current = parts.at(-1)!;
    if (offset === current.offset) continue;
    const change = changeBetween(before, after, offsetAt);
    // What comes after the period is no part of it.
    if (change >= to) continue;
    current.to = change;
    parts.push({ from: change, to, offset });
  }
  return parts;
}

/** The first moment with the later offset. All clocks are changed at a quarter of an hour. */
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

/** Answers a place's offset from UTC at a moment, rounded to a quarter of an hour: in the past there were odd ones. */
function offsetsIn(timeZone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (moment) => {
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])?(\d+)?:?(\d+)?/.exec(format.format(moment))!;
    const offset = Number(hours) * HOUR_MS + Number(minutes) * 60_000;
    return (sign === '-' ? -1 : 1) * Math.round(offset / QUARTER_MS) * QUARTER_MS;
  };
}
