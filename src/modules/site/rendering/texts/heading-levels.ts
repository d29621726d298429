const LOWEST = 6;

/**
 * The levels of the headings of a text, whatever levels its author typed: the first is one below the heading that the
 * text stands under, and none skips a level. A heading is below the last one that the author typed higher.
 */
export class HeadingLevels {
  /** The typed levels of the headings that the next one could be below. */
  private readonly above: number[] = [];

  /** `under` is the level of the heading that the text stands under. */
  constructor(private readonly under: number) {}

  next(typed: number): number {
    while (this.above.length > 0 && this.above.at(-1)! >= typed) this.above.pop();
    this.above.push(typed);
    return this.current;
  }

  get current(): number {
    return Math.min(this.under + this.above.length, LOWEST);
  }
}
