import type { Interval } from '../figures/time-buckets.js';

interface TimeLabel {
  /** The index of the point in the series. */
  at: number;
  text: string;
}

/** If there are more hours than this, only days have labels. */
const MOST_NAMED_HOURS = 49;

/** Labels for as many points of a series as fit, in a time zone. */
export function timeLabels(
  starts: readonly number[],
  interval: Interval,
  timeZone: string,
  room: number,
): TimeLabel[] {
  const nameOf = namesIn(interval, timeZone);
  const named = starts.map((start, at) => ({ at, text: nameOf(start) }));
  const onlyDays = interval === 'hour' && starts.length > MOST_NAMED_HOURS;
  const candidates = onlyDays ? named.filter(({ text }) => !text.includes(':')) : named;
  const step = Math.max(1, Math.ceil(candidates.length / room));
  return candidates.filter((_, index) => index % step === 0);
}

/** Labels an hour with its time, but the first hour of a day with the date. */
function namesIn(interval: Interval, timeZone: string): (start: number) => string {
  const date = new Intl.DateTimeFormat('en', { timeZone, month: 'short', day: 'numeric' });
  if (interval !== 'hour') return (start) => date.format(start);
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (start) => (clock.format(start).startsWith('00:') ? date.format(start) : clock.format(start));
}

/** The first and the last day of a period, for people. */
export function periodText(from: number, to: number, timeZone: string): string {
  const date = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'medium' });
  const [first, last] = [date.format(from), date.format(to - 1)];
  return first === last ? first : `${first} – ${last}`;
}
