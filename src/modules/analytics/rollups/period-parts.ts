import { DAY_MS } from '../../../shared/kernel/durations.js';
import { QUARTER_MS, type Period } from '../figures/time-buckets.js';

export const QUARTERS_A_DAY = DAY_MS / QUARTER_MS;

/** A row of totals covers this many days. Each size divides the next. */
export const TOTAL_DAYS = [1, 4, 16, 64] as const;

/** A row of a breakdown covers this many quarter hours: from one to 64 days. Each size divides the next. */
const BREAKDOWN_QUARTERS = [1, 8, 32, 96, 384, 1536, 6144] as const;

/** A row of totals that is part of a period: whole days, or some quarter hours of a day. */
interface TotalPart {
  /** The first day, counted in UTC from 1970. */
  day: number;
  days: number;
  /** Quarter hours of the day; `to` is exclusive. Null for whole days. */
  from: number | null;
  to: number | null;
}

/** A row of a breakdown: the first quarter hour, counted in UTC from 1970, and the number of quarter hours. */
export interface BreakdownPart {
  quarter: number;
  quarters: number;
}

/** Returns as few parts as possible. The period begins and ends at a quarter hour. */
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

/** Returns as few parts as possible. */
export function breakdownParts(period: Period): BreakdownPart[] {
  const { from, to } = inQuarters(period);
  return pieces(from, to, BREAKDOWN_QUARTERS).map(([quarter, quarters]) => ({ quarter, quarters }));
}

/** The rows of breakdowns that contain a quarter hour. */
export function breakdownPartsWith(quarter: number): BreakdownPart[] {
  return BREAKDOWN_QUARTERS.map((quarters) => ({ quarter: quarter - (quarter % quarters), quarters }));
}

/** All rows of breakdowns that lie within a day, the shortest first. */
export function breakdownPartsIn(day: number): BreakdownPart[] {
  const start = day * QUARTERS_A_DAY;
  return BREAKDOWN_QUARTERS.filter((quarters) => quarters <= QUARTERS_A_DAY).flatMap((quarters) =>
    Array.from({ length: QUARTERS_A_DAY / quarters }, (_, at) => ({
      quarter: start + at * quarters,
      quarters,
    })),
  );
}

/** The rows of breakdowns that contain a day and more. */
export function breakdownPartsBeyond(day: number): BreakdownPart[] {
  return breakdownPartsWith(day * QUARTERS_A_DAY).filter(({ quarters }) => quarters > QUARTERS_A_DAY);
}

/** Returns the start and the length of each piece. */
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
