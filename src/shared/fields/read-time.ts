import { wireTime } from '../kernel/wire-time.js';

/** The times that a request may name, by the number of digits of their milliseconds since 1970. */
export interface TimeRange {
  minDigits: number;
  maxDigits: number;
}

/** All times that answers can contain (`WIRE_TIME_PATTERN`). */
export const ANY_TIME: TimeRange = { minDigits: 2, maxDigits: 15 };

/** RFC 3339, with up to nanoseconds. */
export const RFC_3339_PATTERN =
  '\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?([Zz]|[+-]\\d{2}:\\d{2})';

const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const MILLISECONDS = /^\+[1-9]\d{1,14}$/;

export interface TimeFault {
  code: 'wrong_pattern' | 'impossible_time' | 'out_of_range';
  message: string;
}

/** For the docs of a field: both forms of a time. */
export function requestTimePattern({ minDigits, maxDigits }: TimeRange): string {
  return `^(\\+[1-9]\\d{${minDigits - 1},${maxDigits - 1}}|${RFC_3339_PATTERN})$`;
}

/** The moment that a text names, in milliseconds since 1970, or why it names none. */
export function readTime(text: string, { minDigits, maxDigits }: TimeRange = ANY_TIME): number | TimeFault {
  const moment = MILLISECONDS.test(text) ? Number(text) : momentIn(text);
  if (typeof moment !== 'number') return moment;
  const [earliest, latest] = [10 ** (minDigits - 1), 10 ** maxDigits - 1];
  if (moment >= earliest && moment <= latest) return moment;
  const range = `from ${wireTime(earliest)} (${dateOf(earliest)}) to ${wireTime(latest)} (${dateOf(latest)})`;
  return { code: 'out_of_range', message: `must be ${range}` };
}

function momentIn(text: string): number | TimeFault {
  const found = RFC_3339.exec(text);
  if (!found) return WRONG_PATTERN;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as SixNumbers;
  if (second === 60) return impossible('has a leap second, which can not be stored; use second 59');
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month))
    return impossible('names a day that does not exist');
  if (hour > 23 || minute > 59 || second > 59) return impossible('names a time of day that does not exist');
  const offset = offsetOf(found);
  if (offset === undefined) return impossible('has an offset of more than 23:59');
  // Milliseconds are the precision of the service; what is finer is cut off, so no time moves into the next day.
  const millisecond = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3));
  const moment = new Date(0);
  // `Date.UTC` takes the years 0 to 99 for those of the 20th century.
  moment.setUTCFullYear(year, month - 1, day);
  moment.setUTCHours(hour, minute, second, millisecond);
  return moment.getTime() - offset;
}

type SixNumbers = [number, number, number, number, number, number];

const WRONG_PATTERN: TimeFault = {
  code: 'wrong_pattern',
  message:
    'must be a time with an offset, such as 2025-11-15T00:00:00Z (RFC 3339), ' +
    'or + and milliseconds since 1970, such as +1763164800000',
};

function impossible(message: string): TimeFault {
  return { code: 'impossible_time', message };
}

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function offsetOf([, , , , , , , , sign, hours = '0', minutes = '0']: RegExpExecArray): number | undefined {
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (hour > 23 || minute > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (hour * 60 + minute) * 60_000;
}

function dateOf(moment: number): string {
  return new Date(moment).toISOString();
}
