import { ID_PREFIXES, wireId, type IdPrefix } from './ids.js';

const EXAMPLE_BLOCK = '01938f5b-e800-7000-8000';

/**
 * The ids that the documentation shows; the sample data has records under exactly these. A kind whose
 * operations ask for records in different states has several, told apart by their number.
 */
export function exampleUuid(prefix: IdPrefix, number = 1): string {
  const kind = (ID_PREFIXES.indexOf(prefix) + 1).toString(16).padStart(8, '0');
  return `${EXAMPLE_BLOCK}-${(number - 1).toString(16).padStart(4, '0')}${kind}`;
}

/** The number of the example that is there to be deleted, so that all others can still be tried afterwards. */
export const TO_DELETE = 2;

/** In SQL: whether an id is that of a sample. No other id is from that millisecond and has so many zeros. */
export function isSample(column: string): string {
  return `${column} between '${EXAMPLE_BLOCK}-000000000000' and '${EXAMPLE_BLOCK}-ffffffffffff'`;
}

export function exampleId(prefix: IdPrefix, number = 1): string {
  return wireId(prefix, exampleUuid(prefix, number));
}
