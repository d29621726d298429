import { ID_PREFIXES, wireId, type IdPrefix } from './ids.js';

/**
 * The ids that the documentation shows; the sample data has records under exactly these. A kind whose
 * operations ask for records in different states has several, told apart by their number.
 */
export function exampleUuid(prefix: IdPrefix, number = 1): string {
  const kind = (ID_PREFIXES.indexOf(prefix) + 1).toString(16).padStart(8, '0');
  return `01938f5b-e800-7000-8000-${(number - 1).toString(16).padStart(4, '0')}${kind}`;
}

export function exampleId(prefix: IdPrefix, number = 1): string {
  return wireId(prefix, exampleUuid(prefix, number));
}
