import { addFigures, FIGURES, subtractFigures, sumOf, type Figures } from '../figures/figures.js';
import type { BreakdownRow } from '../rollups/breakdown-rows.js';
import { sumFor } from '../rollups/packed-figures.js';
import { QUARTERS_A_DAY } from '../rollups/period-parts.js';
import { OTHER_VALUES } from '../rollups/value-numbers.js';

/** By the quarter hour and the number of the value. */
export type FiguresByQuarter = Map<number, Map<number, Figures>>;

/**
 * The rows of a day, and the longer ones that contain it, with other values kept separate. The sum of each row stays
 * the same: what is not kept separate counts among the others. So do the questions of erased persons, which sessions no
 * longer contain.
 */
export function rebuiltRows(stored: readonly BreakdownRow[], kept: FiguresByQuarter): BreakdownRow[] {
  const quarters = stored.filter((row) => row.quarters === 1).map((row) => rebuiltQuarter(row, kept));
  const within = stored
    .filter((row) => row.quarters <= QUARTERS_A_DAY)
    .map((row) => ({ ...row, figures: sumOfRows(quarters.filter(({ quarter }) => isIn(row, quarter))) }));
  const [before, after] = [figuresOfDay(stored), figuresOfDay(within)];
  const beyond = stored
    .filter((row) => row.quarters > QUARTERS_A_DAY)
    .map((row) => ({ ...row, figures: exchanged(row.figures, before, after) }));
  return [...within, ...beyond];
}

function figuresOfDay(rows: readonly BreakdownRow[]): Map<number, Figures> {
  return sumOfRows(rows.filter(({ quarters }) => quarters === QUARTERS_A_DAY));
}

function rebuiltQuarter(row: BreakdownRow, kept: FiguresByQuarter): BreakdownRow {
  const figures = new Map(kept.get(row.quarter));
  const others = sumOf(row.figures.values());
  subtractFigures(others, sumOf(figures.values()));
  if (!isNothing(others)) figures.set(OTHER_VALUES, others);
  return { ...row, figures };
}

function isIn({ quarter, quarters }: BreakdownRow, moment: number): boolean {
  return moment >= quarter && moment < quarter + quarters;
}

function sumOfRows(rows: readonly BreakdownRow[]): Map<number, Figures> {
  const sums = new Map<number, Figures>();
  for (const { figures } of rows)
    for (const [number, each] of figures) addFigures(sumFor(sums, number), each);
  return sums;
}

function exchanged(
  figures: ReadonlyMap<number, Figures>,
  before: ReadonlyMap<number, Figures>,
  after: ReadonlyMap<number, Figures>,
): Map<number, Figures> {
  const sums = new Map([...figures].map(([number, each]) => [number, { ...each }]));
  for (const [number, each] of before) subtractFigures(sumFor(sums, number), each);
  for (const [number, each] of after) addFigures(sumFor(sums, number), each);
  return new Map([...sums].filter(([, each]) => !isNothing(each)));
}

function isNothing(figures: Figures): boolean {
  return FIGURES.every((name) => figures[name] === 0);
}
