import type { Choice } from '../../parts/fields.js';

/** As many records as one field offers. */
export const MOST_CHOICES = 100;

/** What a field offers: the first records of a list, or those that a search has found. */
export class Choices {
  constructor(
    readonly found: readonly Choice[],
    /** A search can find others. */
    readonly hasMore: boolean,
    /** Records that are chosen, wherever they are in the list. */
    private readonly chosen: readonly Choice[],
  ) {}

  /** With these, also if they are not among those found. A record that was deleted stands for itself. */
  including(ids: readonly string[]): Choice[] {
    const missing = ids.filter((id) => !this.found.some(([known]) => known === id));
    return [...this.found, ...missing.map((id): Choice => [id, this.nameOf(id)])];
  }

  /** Whether it is there, as far as the list was read. */
  has(id: string): boolean {
    return [...this.found, ...this.chosen].some(([known]) => known === id);
  }

  without(ids: readonly string[]): Choice[] {
    return this.found.filter(([id]) => !ids.includes(id));
  }

  nameOf(id: string): string {
    return [...this.found, ...this.chosen].find(([known]) => known === id)?.[1] ?? id;
  }
}
