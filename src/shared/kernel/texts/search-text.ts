/** Separates the texts, so that no match spans two of them. */
const BETWEEN = '\u001f';

/** Composing characters takes quadratic time, so text that is too long for a name or phrase stays unchanged. */
const MAX_COMPOSED_LENGTH = 10_000;

/** Normalises case and composition; sigma has two lower-case forms. */
export function folded(text: string): string {
  const composed = text.length > MAX_COMPOSED_LENGTH ? text : text.normalize('NFC');
  return composed.toLowerCase().replaceAll('ς', 'σ').replaceAll(BETWEEN, ' ');
}

/** The text that queries match: the texts of a record, regardless of case. */
export function searchText(texts: readonly (string | null | undefined)[]): string {
  return texts
    .filter((text) => typeof text === 'string')
    .map(folded)
    .join(BETWEEN);
}

/** A `like` pattern that finds a query anywhere in a search text; wildcards in the query are escaped. */
export function substringPattern(query: string): string {
  return `%${folded(query).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
