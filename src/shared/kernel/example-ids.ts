import { ID_PREFIXES, wireId, type IdPrefix } from './ids.js';

/** The ids that the documentation shows; the sample data has records under exactly these. */
export function exampleUuid(prefix: IdPrefix, nth = 0): string {
  const kind = (ID_PREFIXES.indexOf(prefix) + 1).toString(16).padStart(12, '0');
  return `01938f5b-e800-7000-80${nth.toString(16).padStart(2, '0')}-${kind}`;
}

/** Where one record of a kind can't serve all examples, there are more, counted by `nth`. */
export function exampleId(prefix: IdPrefix, nth = 0): string {
  return wireId(prefix, exampleUuid(prefix, nth));
}
