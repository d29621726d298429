import { OTHER_VALUES } from './value-numbers.js';

/** The maximum number of separate values of a dimension per day. */
export const MAX_VALUES = 1000;

/**
 * Whether a day counts a value separately. A full day stays full: a value that was counted among the others must also
 * be subtracted from them. So the first values are kept, until the day is over and is rebuilt with the most frequent
 * ones (decision 85).
 */
export function hasRoom(day: ReadonlyMap<number, unknown>, number: number): boolean {
  return day.has(number) || (day.size < MAX_VALUES && !day.has(OTHER_VALUES));
}
