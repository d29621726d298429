import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedDatabaseError, reasonOf } from './embedded-database-error.js';
import type { ServerLease } from './server-lease.js';

/** Before each attempt to get a lost server back. After the last one it is given up. */
const BACKOFF_MS = [0, 250, 500, 1000, 2000, 4000, 8000];

/** A server that ends sooner has not recovered: the attempts go on. */
const STEADY_MS = 60_000;

export interface SupervisorOptions {
  /** Connects to the server again, and starts it where it does not run. */
  rejoin: () => Promise<ServerLease>;
  warn: (line: string) => void;
  /** All attempts failed. */
  onGivenUp: (error: EmbeddedDatabaseError) => void;
  backoffMs?: readonly number[];
}

/** Sees that the server is gone when its lease ends, whether it was killed or stopped by a full disk, and starts it again. */
export class Supervisor {
  restarts = 0;
  private readonly stopped = new AbortController();
  private recovering: Promise<void> | undefined;
  private attempt = 0;
  private joinedAt = 0;

  constructor(
    private lease: ServerLease,
    private readonly options: SupervisorOptions,
  ) {
    this.watch(lease);
  }

  /** From now on a lost server is not started again. Answers the lease that was held last. */
  async stop(): Promise<ServerLease> {
    this.stopped.abort();
    await this.recovering;
    return this.lease;
  }

  private watch(lease: ServerLease): void {
    this.lease = lease;
    this.joinedAt = performance.now();
    void lease.ended.then(() => {
      if (!this.stopped.signal.aborted) this.recovering = this.recover();
    });
  }

  private async recover(): Promise<void> {
    const { rejoin, warn, onGivenUp, backoffMs = BACKOFF_MS } = this.options;
    warn('PostgreSQL has ended unexpectedly; it is started again');
    if (performance.now() - this.joinedAt > STEADY_MS) this.attempt = 0;
    let failure: unknown = new Error('it ends again soon after each start');
    while (this.attempt < backoffMs.length) {
      await this.wait(backoffMs[this.attempt++]!);
      if (this.stopped.signal.aborted) return;
      try {
        this.watch(await rejoin());
        this.restarts++;
        return;
      } catch (error) {
        failure = error;
        warn(`PostgreSQL can't be started again: ${reasonOf(error)}`);
      }
    }
    onGivenUp(
      new EmbeddedDatabaseError(
        `The embedded PostgreSQL has ended and can't be started again (${backoffMs.length} attempts): ${reasonOf(failure)}`,
      ),
    );
  }

  private async wait(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.stopped.signal }).catch(() => undefined);
  }
}
