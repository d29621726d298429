/** Between the fields, so that nothing is found across two of them. */
const BETWEEN = '\u001f';

/** The same letter in whatever case and composition; sigma has two small forms. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').replaceAll(BETWEEN, ' ');
}

export interface Searched {
  name: string;
  purpose: string;
  tags: readonly string[];
  aiDescription?: string | null;
}

/** What queries are matched against. */
export function searchTextOf({ name, purpose, tags, aiDescription }: Searched): string {
  return [name, purpose, ...tags, aiDescription ?? ''].map(folded).join(BETWEEN);
}

/** Trigrams are made of letters and digits; without three in a row, an index of them knows nothing. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/**
 * How to look for a query: by trigrams where it has any (a pattern in which `%`, `_` and `\` mean themselves), else
 * by looking at one row after the other.
 */
export function searchFilter(query: string | undefined): { pattern?: string; part?: string } {
  if (!query) return {};
  const text = folded(query);
  return TRIGRAM.test(text) ? { pattern: `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` } : { part: text };
}
