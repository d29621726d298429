/** The maximum number of values in memory. Without it, a flood of made-up values would fill the memory. */
const MAX_CANDIDATES = 100_000;

/**
 * Finds the most frequent values (the algorithm of Misra and Gries). All counts are exact if there are at most
 * `maxCandidates` different values. Otherwise a count is too low, by at most the sum of all counts / `maxCandidates`.
 */
export class FrequentValues {
  private readonly counts = new Map<string, number>();

  constructor(private readonly maxCandidates = MAX_CANDIDATES) {}

  add(value: string, count: number): void {
    this.counts.set(value, (this.counts.get(value) ?? 0) + count);
    if (this.counts.size > this.maxCandidates) this.prune();
  }

  /** The most frequent values. Ties are broken by the text of the value, so that each call has the same result. */
  most(limit: number): string[] {
    const counted = [...this.counts].filter(([, count]) => count > 0);
    counted.sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
    return counted.slice(0, limit).map(([value]) => value);
  }

  private prune(): void {
    for (const [value, count] of this.counts)
      if (count > 1) this.counts.set(value, count - 1);
      else this.counts.delete(value);
  }
}
