import { addFigures, FIGURES, NO_FIGURES, type Figures } from '../figures/figures.js';
import { sumFor } from './packed-figures.js';

/**
 * The quarter hours of a day with visits, in order, and the running totals from the start of the day to the end of
 * each: five numbers for each. So any part of the day is the difference of two running totals.
 */
export interface DayQuarters {
  quarters: readonly number[];
  running: readonly number[];
}

export const NO_QUARTERS: DayQuarters = { quarters: [], running: [] };

/** The keys of `changes` are quarter hours of the day. */
export function withChanges(day: DayQuarters, changes: ReadonlyMap<number, Figures>): DayQuarters {
  const figures = figuresByQuarter(day);
  for (const [quarter, change] of changes) addFigures(sumFor(figures, quarter), change);
  const quarters = [...figures.keys()].sort((a, b) => a - b);
  const sum = { ...NO_FIGURES };
  const running = quarters.flatMap((quarter) =>
    FIGURES.map((name) => (sum[name] += figures.get(quarter)![name])),
  );
  return { quarters, running };
}

function figuresByQuarter({ quarters, running }: DayQuarters): Map<number, Figures> {
  const at = (place: number, figure: number) => running[place * FIGURES.length + figure] ?? 0;
  const figuresAt = (place: number) =>
    Object.fromEntries(FIGURES.map((name, figure) => [name, at(place, figure) - at(place - 1, figure)]));
  return new Map(quarters.map((quarter, place) => [quarter, figuresAt(place) as Figures]));
}
