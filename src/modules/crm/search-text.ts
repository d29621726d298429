/** What a search looks in. */
export function searchTextOf(...texts: (string | null)[]): string {
  return texts
    .filter((text) => text !== null)
    .join('\n')
    .toLowerCase();
}

/** Matches a text that contains the query; the signs that mean something in a pattern mean themselves. */
export function patternOf(query: string): string {
  return `%${query.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
}
