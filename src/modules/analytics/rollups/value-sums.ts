import type { FigureRow } from './figure-reads.js';
import { addFigures, sumOf, type Figures } from '../figures/figures.js';
import { addPacked, sumFor } from './packed-figures.js';
import { OTHER_VALUES } from './value-numbers.js';

/** A value by its number, or by its text while it has none. */
export type ValueKey = number | string;

interface ValueSums {
  /** Those with the most visits, in order. */
  shown: [ValueKey, Figures][];
  /** All others. Undefined where there are none. */
  others: Figures | undefined;
}

/** What the rows of a breakdown come to. So many values are told apart. */
export function valueSums(rows: readonly FigureRow[], limit: number): ValueSums {
  const sums = new Map<ValueKey, Figures>();
  for (const { bucket, packed, number, value, ...figures } of rows) {
    if (bucket !== null) continue;
    if (packed) addPacked(sums as Map<number, Figures>, packed);
    else addFigures(sumFor(sums, number ?? value!), figures);
  }
  const counted = [...sums].filter(([key, { visits }]) => key !== OTHER_VALUES && visits > 0);
  counted.sort(([a, { visits: ofA }], [b, { visits: ofB }]) => ofB - ofA || (a < b ? -1 : 1));
  const shown = counted.slice(0, limit);
  const told = new Set(shown.map(([key]) => key));
  // Also what is taken away from a value that has none: it was one of the others on a day with too many.
  const rest = [...sums].filter(([key]) => !told.has(key)).map(([, figures]) => figures);
  const others = sumOf(rest);
  return { shown, others: others.visits > 0 ? others : undefined };
}
