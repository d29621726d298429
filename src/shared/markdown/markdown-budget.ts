/**
 * The steps for one text, and for all texts of a page or an answer. A step is about 10 ns of work. Steps are counted and
 * never timed, so a text has the same result each time (decision 84).
 */
export const TEXT_STEPS = 12_000_000;
export const TOTAL_STEPS = 16_000_000;

/** Ends the parsing of a text. `BoundedMarkdown` catches it. */
export class OverBudget extends Error {}

/** The steps that the texts of a page or an answer may take, one text after the other. */
export class MarkdownBudget {
  private left = TOTAL_STEPS;
  private leftForText = 0;

  get spent(): number {
    return TOTAL_STEPS - this.left;
  }

  beginText(): void {
    this.leftForText = Math.min(TEXT_STEPS, this.left);
  }

  /** The steps of a text that is given up count as well. */
  spend(steps: number): void {
    this.left -= steps;
    this.leftForText -= steps;
    if (this.leftForText >= 0) return;
    this.left = Math.max(0, this.left);
    throw new OverBudget();
  }
}
