/** As many values are counted at the same time, so that a flood of made-up values can't fill the memory. */
const MAX_CANDIDATES = 100_000;

/**
 * Counts values to find the most frequent ones (Misra and Gries). With more values than `maxCandidates`, a count is too
 * low by at most the sum of all counts / `maxCandidates`; otherwise all counts are exact.
 */
export class FrequentValues {
  private readonly counts = new Map<string, number>();

  constructor(private readonly maxCandidates = MAX_CANDIDATES) {}

  add(value: string, count: number): void {
    this.counts.set(value, (this.counts.get(value) ?? 0) + count);
    if (this.counts.size > this.maxCandidates) this.prune();
  }

  /** Of equally frequent values, those that come first as text: the same values are found each time. */
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
