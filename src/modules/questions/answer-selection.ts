import type { Match } from '../topics/index.js';

/** Maximum number of entries in one answer. */
const MAX_ANSWERS = 3;

/**
 * The matches that answer a question, best first. A match needs at least half of the question's words, and as many as
 * the best match. A question without such a match has no answer.
 */
export function answersAmong(matches: readonly Match[]): Match[] {
  const best = Math.max(...matches.map(({ found }) => found));
  return matches
    .filter(({ found, asked }) => found === best && found * 2 >= asked)
    .sort((a, b) => b.weight - a.weight || b.rank - a.rank || (a.entryId < b.entryId ? -1 : 1))
    .slice(0, MAX_ANSWERS);
}
