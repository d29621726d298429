import { folded } from '../../kernel/texts/search-text.js';
import type { Filter } from './list-source.js';

/** Rows whose text contains another one. They are looked at one by one. Folds the text as `folded` does. */
export function bySubstring(text: string): { substring: string } {
  return { substring: `strpos(translate(lower(normalize(${text})), 'ς', 'σ'), ?) > 0` };
}

export function substringFilterOf(query: string | undefined): Filter {
  return { substring: query === undefined ? undefined : folded(query) };
}
