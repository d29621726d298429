/** Between the texts, so that nothing is found across two of them. */
const BETWEEN = '\u001f';

/** Composing letters takes the square of their number, so a text that is no name or phrase stays as it is. */
const MAX_COMPOSED_LENGTH = 10_000;

/** The same letter in whatever case and composition; sigma has two small forms. */
export function folded(text: string): string {
  const composed = text.length > MAX_COMPOSED_LENGTH ? text : text.normalize('NFC');
  return composed.toLowerCase().replaceAll('ς', 'σ').replaceAll(BETWEEN, ' ');
}

/** What queries are matched against: the texts of a record, whatever their case. */
export function searchText(texts: readonly (string | null | undefined)[]): string {
  return texts
    .filter((text) => typeof text === 'string')
    .map(folded)
    .join(BETWEEN);
}

/** For `like`: a query anywhere in a search text; the signs that mean something in a pattern mean themselves. */
export function anywhere(query: string): string {
  return `%${folded(query).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
