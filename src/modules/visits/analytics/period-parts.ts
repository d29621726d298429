import { DAY_MS, QUARTER_MS, type Period } from './time-buckets.js';

/** So many days are summed up in one row. The last one is the largest. */
export const ROLLUP_DAYS = [1, 4, 16, 64] as const;

export const QUARTERS_A_DAY = DAY_MS / QUARTER_MS;

/** The rows that a period is added up from: those of some days, or one of a day of which only some quarter hours count. */
export interface PeriodPart {
  /** The first one, counted in UTC from 1970. */
  day: number;
  days: number;
  /** Quarter hours of the day; `to` does not count. Null where all do. */
  from: number | null;
  to: number | null;
}

/** As few as possible. The period begins and ends at a quarter of an hour. */
export function partsOf(period: Period): PeriodPart[] {
  const from = period.from / QUARTER_MS;
  const to = period.to / QUARTER_MS;
  const firstDay = Math.ceil(from / QUARTERS_A_DAY);
  const endDay = Math.floor(to / QUARTERS_A_DAY);
  if (endDay < firstDay) return partOfDay(endDay, from, to);
  return [
    ...partOfDay(firstDay - 1, from, firstDay * QUARTERS_A_DAY),
    ...wholeDays(firstDay, endDay),
    ...partOfDay(endDay, endDay * QUARTERS_A_DAY, to),
  ];
}

function wholeDays(first: number, end: number): PeriodPart[] {
  const parts: PeriodPart[] = [];
  for (let day = first; day < end; day += parts.at(-1)!.days) {
    const days = ROLLUP_DAYS.findLast((size) => day % size === 0 && day + size <= end)!;
    parts.push({ day, days, from: null, to: null });
  }
  return parts;
}

function partOfDay(day: number, from: number, to: number): PeriodPart[] {
  if (from === to) return [];
  const start = day * QUARTERS_A_DAY;
  return [{ day, days: 1, from: from - start, to: to - start }];
}
