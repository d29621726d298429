import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome } from './delivery-outcome.js';

/** Outcomes within this time are saved together. */
const BATCH_MS = 50;

/** Saves outcomes in batches. */
export class OutcomeBatcher {
  private batch: Outcome[] = [];
  private saving?: Promise<void>;

  constructor(
    private readonly save: (outcomes: readonly Outcome[]) => Promise<void>,
    private readonly onIdle: () => void,
  ) {}

  get isSaving(): boolean {
    return this.saving !== undefined;
  }

  add(outcome: Outcome): void {
    this.batch.push(outcome);
    this.saving ??= this.saveAll().finally(() => {
      this.saving = undefined;
      this.onIdle();
    });
  }

  /** Outcomes that are added during a save form the next batch. */
  private async saveAll(): Promise<void> {
    while (this.batch.length > 0) {
      await wait(BATCH_MS);
      const outcomes = this.batch;
      this.batch = [];
      await this.save(outcomes);
    }
  }
}
