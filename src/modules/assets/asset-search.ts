import { anywhere, folded, searchText } from '../../shared/kernel/search-text.js';

interface Searched {
  name: string;
  purpose: string;
  tags: readonly string[];
  aiDescription?: string | null;
}

/** What queries are matched against. */
export function searchTextOf({ name, purpose, tags, aiDescription }: Searched): string {
  return searchText([name, purpose, ...tags, aiDescription]);
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
  return TRIGRAM.test(text) ? { pattern: anywhere(query) } : { part: text };
}
