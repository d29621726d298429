/** Numbers that follow from a seed alone, so that the same seed makes the same demo. */
export class Random {
  constructor(private state: number) {}

  /** From 0 to less than 1: the generator Mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  integer(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  isTrue(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.integer(0, items.length - 1)]!;
  }

  /** An item with a greater weight is picked more often. */
  pickWeighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item {
    let rest = this.next() * items.reduce((sum, item) => sum + weightOf(item), 0);
    return items.find((item) => (rest -= weightOf(item)) < 0) ?? items.at(-1)!;
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.integer(0, 15).toString(16)).join('');
  }
}
