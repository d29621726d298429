import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedDatabaseError, reasonOf } from './embedded-database-error.js';
import type { ServerLease } from './server-lease.js';

/** Delays before each attempt to restart a lost server. After the last attempt the supervisor gives up. */
const BACKOFF_MS = [0, 250, 500, 1000, 2000, 4000, 8000];

/** A server that ends sooner has not recovered: the count of attempts is not reset. */
const STEADY_MS = 60_000;

export interface SupervisorOptions {
  /** Reconnects to the server, and starts it if it is not running. */
  rejoin: () => Promise<ServerLease>;
  warn: (line: string) => void;
  /** Called when all attempts have failed. */
  onGivenUp: (error: EmbeddedDatabaseError) => void;
  backoffMs?: readonly number[];
}

/** Notices the end of the server by the end of its lease (a kill, or a full disk), and restarts the server. */
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

  /** Stops restarting a lost server. Returns the last lease. */
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
    warn('PostgreSQL ended unexpectedly; restarting it');
    if (performance.now() - this.joinedAt > STEADY_MS) this.attempt = 0;
    let failure: unknown = new Error('it ends soon after each start');
    while (this.attempt < backoffMs.length) {
      await this.wait(backoffMs[this.attempt++]!);
      if (this.stopped.signal.aborted) return;
      try {
        this.watch(await rejoin());
        this.restarts++;
        return;
      } catch (error) {
        failure = error;
        warn(`PostgreSQL can't be restarted: ${reasonOf(error)}`);
      }
    }
    onGivenUp(
      new EmbeddedDatabaseError(
        `The embedded PostgreSQL ended and can't be restarted (${backoffMs.length} attempts): ${reasonOf(failure)}`,
      ),
    );
  }

  private async wait(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.stopped.signal }).catch(() => undefined);
  }
}
