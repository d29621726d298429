import { Injectable } from '@nestjs/common';
import { SchemaFence } from '../database/transactions/schema-fence.js';
import { SECOND_MS } from '../kernel/durations.js';

/** Work that did nothing for this long, not even look for more, is stuck. */
export const STALLED_AFTER_MS = 30 * SECOND_MS;

/** What this process does besides answering requests. */
@Injectable()
export class BackgroundWork {
  /** By name: when it made progress last. */
  private readonly latest = new Map<string, number>();

  constructor(private readonly fence: SchemaFence) {}

  /**
   * Starts work that must make progress from now on. It stops when this process becomes outdated, and starts again if
   * the migration fails.
   */
  start(name: string, work: { start: () => void; stop: () => Promise<unknown> }): void {
    const start = () => {
      this.progressed(name);
      work.start();
    };
    if (!this.fence.isOutdated) start();
    this.fence.onOutdated(work.stop, start);
  }

  progressed(name: string): void {
    this.latest.set(name, performance.now());
  }

  get stalled(): string[] {
    const since = performance.now() - STALLED_AFTER_MS;
    return [...this.latest].filter(([, at]) => at < since).map(([name]) => name);
  }
}
