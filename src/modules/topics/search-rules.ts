/** Questions are no longer than this. */
export const MAX_QUESTION_LENGTH = 500;

/** How an entry matches a question. */
export interface Match {
  entryId: string;
  /** How many different words the question has, without those that every sentence has. */
  asked: number;
  /** How many of them the entry has, or the title of its topic. */
  found: number;
  /** Words that few entries have weigh more. */
  weight: number;
  /** How often and how close together the words stand, by PostgreSQL's `ts_rank`. */
  rank: number;
}

/**
 * The best matches, best first. One that has less than half of the words is no answer, and one that has fewer words than
 * the best is none beside it.
 */
export function bestMatches(matches: readonly Match[], limit: number): Match[] {
  const best = Math.max(...matches.map(({ found }) => found));
  return matches
    .filter(({ found, asked }) => found === best && found * 2 >= asked)
    .sort((a, b) => b.weight - a.weight || b.rank - a.rank || (a.entryId < b.entryId ? -1 : 1))
    .slice(0, limit);
}
