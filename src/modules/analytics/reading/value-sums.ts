import type { FigureRow } from './figure-reads.js';
import { addFigures, sumOf, type Figures } from '../figures/figures.js';
import { addPacked, sumFor } from '../rollups/packed-figures.js';
import { OTHER_VALUES } from '../rollups/value-numbers.js';

/** The number of a value, or its text if it has no number yet. */
export type ValueKey = number | string;

interface ValueSums {
  /** The values with the most visits, in order. */
  shown: [ValueKey, Figures][];
  /** The sum of all others. Undefined if there are none. */
  others: Figures | undefined;
}

/** Sums up the rows of a breakdown. At most `limit` values are kept separate. */
export function valueSums(rows: readonly FigureRow[], limit: number): ValueSums {
  const sums = new Map<ValueKey, Figures>();
  for (const { bucket, packed, number, value, session, ...figures } of rows) {
    if (bucket !== null || session) continue;
    if (packed) addPacked(sums as Map<number, Figures>, packed);
    else addFigures(sumFor(sums, number ?? value!), figures);
  }
  const counted = [...sums].filter(([key, { visits }]) => key !== OTHER_VALUES && visits > 0);
  counted.sort(([a, { visits: ofA }], [b, { visits: ofB }]) => ofB - ofA || (a < b ? -1 : 1));
  const shown = counted.slice(0, limit);
  const shownKeys = new Set(shown.map(([key]) => key));
  // Includes negative sums: such a value was counted among the others on a full day.
  const rest = [...sums].filter(([key]) => !shownKeys.has(key)).map(([, figures]) => figures);
  const others = sumOf(rest);
  return { shown, others: others.visits > 0 ? others : undefined };
}
