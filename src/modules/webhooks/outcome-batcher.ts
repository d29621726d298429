import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from './delivery-outcome.js';

/** What ends within this time goes into the book together. */
const PAUSE_MS = 50;

/** What became of calls, until it is in the book. */
export class OutcomeBatcher {
  private outcomes: Outcome[] = [];
  private writing?: Promise<void>;

  constructor(
    private readonly write: (outcomes: readonly Outcome[]) => Promise<void>,
    private readonly written: () => void,
  ) {}

  get isWriting(): boolean {
    return this.writing !== undefined;
  }

  add(outcome: Outcome): void {
    this.outcomes.push(outcome);
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
      this.written();
    });
  }

  /** Whatever is added while the book is being written goes in together, too. */
  private async writeAll(): Promise<void> {
    while (this.outcomes.length > 0) {
      await pause(PAUSE_MS);
      const outcomes = this.outcomes;
      this.outcomes = [];
      await this.write(outcomes);
    }
  }
}
