import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/kernel/durations.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether it is what the input of a date sends. February has no day 31. */
export function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text)) && textOf(Date.parse(text)) === text;
}

/** The day, such as `2026-03-01`, at a moment in a time zone. */
export function dayAt(moment: number, timeZone: string): string {
  return textOf(moment + offsetAt(moment, timeZone));
}

export function daysAfter(day: string, days: number): string {
  return textOf(Date.parse(day) + days * DAY_MS);
}

/** How many days a period has, both ends included. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}

/** When a day begins in a time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(day);
  // Clocks may change between the guess and the beginning, so the offset is looked up twice.
  const guess = midnight - offsetAt(midnight, timeZone);
  return new Date(midnight - offsetAt(guess, timeZone));
}

/** The API refuses unknown zones in its own words; until then, days are those of UTC. */
export function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** How far local time is ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const text = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(moment);
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])?(\d+)?:?(\d+)?/.exec(text)!;
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return sign === '-' ? -size : size;
}

function textOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
