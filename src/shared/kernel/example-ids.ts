import { ID_PREFIXES, wireId, type IdPrefix } from './ids.js';

const EXAMPLE_BLOCK = '01938f5b-e800-7000-8000';

/**
 * The ids in the documentation; the sample data has records with exactly these ids. A kind whose operations need
 * records in different states has several, distinguished by their number.
 */
export function exampleUuid(prefix: IdPrefix, number = 1): string {
  const kind = (ID_PREFIXES.indexOf(prefix) + 1).toString(16).padStart(8, '0');
  return `${EXAMPLE_BLOCK}-${(number - 1).toString(16).padStart(4, '0')}${kind}`;
}

/** The number of the example that is meant to be deleted, so that all others can still be tried afterwards. */
export const TO_DELETE = 2;

/** SQL condition: whether an id belongs to the sample data. No other id has that millisecond and so many zeros. */
export function isSample(column: string): string {
  return `${column} between '${EXAMPLE_BLOCK}-000000000000' and '${EXAMPLE_BLOCK}-ffffffffffff'`;
}

export function exampleId(prefix: IdPrefix, number = 1): string {
  return wireId(prefix, exampleUuid(prefix, number));
}
