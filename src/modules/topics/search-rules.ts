/** The maximum length of a question. */
export const MAX_QUESTION_LENGTH = 500;

/** How an entry matches a question. */
export interface Match {
  entryId: string;
  /** The number of different words in the question, without stop words. */
  asked: number;
  /** How many of them the entry or the title of its topic contains. */
  found: number;
  /** Rare words weigh more. */
  weight: number;
  /** The frequency of the words in the entry, by PostgreSQL's `ts_rank`. */
  rank: number;
}

/**
 * Returns the best matches, best first. A match needs at least half of the words, and as many words as the best match.
 */
export function bestMatches(matches: readonly Match[], limit: number): Match[] {
  const best = Math.max(...matches.map(({ found }) => found));
  return matches
    .filter(({ found, asked }) => found === best && found * 2 >= asked)
    .sort((a, b) => b.weight - a.weight || b.rank - a.rank || (a.entryId < b.entryId ? -1 : 1))
    .slice(0, limit);
}
