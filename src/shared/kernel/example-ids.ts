import { ID_PREFIXES, wireId, type IdPrefix } from './ids.js';

/** The ids that the documentation shows; the sample data has records under exactly these. */
export function exampleUuid(prefix: IdPrefix): string {
  const kind = (ID_PREFIXES.indexOf(prefix) + 1).toString(16).padStart(12, '0');
  return `01938f5b-e800-7000-8000-${kind}`;
}

export function exampleId(prefix: IdPrefix): string {
  return wireId(prefix, exampleUuid(prefix));
}
