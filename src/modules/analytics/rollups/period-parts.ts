import { DAY_MS, QUARTER_MS, type Period } from '../figures/time-buckets.js';

export const QUARTERS_A_DAY = DAY_MS / QUARTER_MS;

/** So many days have a row of totals together. Each divides the next. */
export const TOTAL_DAYS = [1, 4, 16, 64] as const;

/** So many quarter hours have a row of a breakdown together: from one of them to 64 days. Each divides the next. */
const BREAKDOWN_QUARTERS = [1, 8, 32, 96, 384, 1536, 6144] as const;

/** Rows of totals that a period is added up from: of some days, or of a day of which only some quarter hours count. */
interface TotalPart {
  /** The first one, counted in UTC from 1970. */
  day: number;
  days: number;
  /** Quarter hours of the day; `to` does not count. Null where all do. */
  from: number | null;
  to: number | null;
}

/** A row of a breakdown: some quarter hours from the first on, which is counted in UTC from 1970. */
export interface BreakdownPart {
  quarter: number;
  quarters: number;
}

/** As few as possible. The period begins and ends at a quarter of an hour. */
export function totalParts(period: Period): TotalPart[] {
  const { from, to } = inQuarters(period);
  const firstDay = Math.ceil(from / QUARTERS_A_DAY);
  const endDay = Math.floor(to / QUARTERS_A_DAY);
  if (endDay < firstDay) return partOfDay(endDay, from, to);
  return [
    ...partOfDay(firstDay - 1, from, firstDay * QUARTERS_A_DAY),
    ...pieces(firstDay, endDay, TOTAL_DAYS).map(([day, days]) => ({ day, days, from: null, to: null })),
    ...partOfDay(endDay, endDay * QUARTERS_A_DAY, to),
  ];
}

/** As few as possible, too. */
export function breakdownParts(period: Period): BreakdownPart[] {
  const { from, to } = inQuarters(period);
  return pieces(from, to, BREAKDOWN_QUARTERS).map(([quarter, quarters]) => ({ quarter, quarters }));
}

/** The rows of breakdowns that have a quarter hour in them. */
export function breakdownPartsWith(quarter: number): BreakdownPart[] {
  return BREAKDOWN_QUARTERS.map((quarters) => ({ quarter: quarter - (quarter % quarters), quarters }));
}

/** Where each piece begins, and how long it is. */
function pieces(from: number, to: number, sizes: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (let start = from; start < to; start += found.at(-1)![1])
    found.push([start, sizes.findLast((size) => start % size === 0 && start + size <= to)!]);
  return found;
}

function partOfDay(day: number, from: number, to: number): TotalPart[] {
  if (from === to) return [];
  const start = day * QUARTERS_A_DAY;
  return [{ day, days: 1, from: from - start, to: to - start }];
}

function inQuarters({ from, to }: Period): Period {
  return { from: from / QUARTER_MS, to: to / QUARTER_MS };
}
