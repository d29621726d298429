import { Logger } from '@nestjs/common';
import type { TenantStore } from '../auth/tenant-store.js';
import type { BackgroundWork } from './background-work.js';
import { inContext } from '../database/transactions/work-context.js';
import { actorNamed } from '../kernel/actor.js';
import { clock } from '../kernel/clock.js';
import { SECOND_MS } from '../kernel/durations.js';

const LOOKS_EVERY_MS = SECOND_MS;

interface DueWork {
  /** Name in the log. */
  name: string;
  /** SQL that selects the `tenantId` of all tenants with work that is due at the time `$1`. */
  dueTenants: string;
  /** Does the work that is due, in the context of the tenant. It should end soon after the signal. */
  work: (signal: AbortSignal) => Promise<void>;
}

/**
 * Checks each second which tenants have work that is due, and does it in the background. For work that is too small for
 * a job each, and that a row lock keeps from being done twice: several processes may run the same loop. The tenants'
 * work runs concurrently, so that no tenant waits for another; they take turns at the connections of jobs.
 */
export class TenantLoop {
  private readonly logger = new Logger('jobs');
  /** By tenant. */
  private readonly runs = new Map<string, Promise<void>>();
  private stopping = new AbortController();
  private looking?: Promise<void>;
  private nextLook?: NodeJS.Timeout;
  /** Ensures that an outage of the database is logged once. */
  private isFailing = false;

  constructor(
    private readonly background: BackgroundWork,
    private readonly tenants: TenantStore,
    private readonly due: DueWork,
  ) {}

  start(): void {
    const start = () => {
      this.stopping = new AbortController();
      this.lookEverySecond();
    };
    this.background.start(this.due.name, { start, stop: () => this.stop() });
  }

  /** Resolves once the work in progress has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.nextLook);
    await this.looking;
    await Promise.all(this.runs.values());
  }

  private get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private lookEverySecond(): void {
    this.looking = this.look().then(() => {
      if (!this.isStopped) this.nextLook = setTimeout(() => this.lookEverySecond(), LOOKS_EVERY_MS);
    });
  }

  private async look(): Promise<void> {
    const look = { text: this.due.dueTenants, values: [clock.now()] };
    try {
      const found = await inContext({ kind: 'job' }, () =>
        this.tenants.rowsOfAll<{ tenantId: string }>(look),
      );
      this.isFailing = false;
      this.background.progressed(this.due.name);
      for (const { tenantId } of found)
        if (!this.isStopped && !this.runs.has(tenantId)) this.runs.set(tenantId, this.run(tenantId));
    } catch (error) {
      this.warnOnce(error);
    }
  }

  /** Never rejects. */
  private async run(tenantId: string): Promise<void> {
    try {
      const actor = () => actorNamed('job', this.due.name);
      await inContext({ tenantId, kind: 'job', actor }, () => this.due.work(this.stopping.signal));
    } catch (error) {
      this.warnOnce(error);
    }
    this.runs.delete(tenantId);
  }

  private warnOnce(error: unknown): void {
    if (!this.isFailing && !this.isStopped)
      this.logger.warn({ msg: 'work interrupted', work: this.due.name, error });
    this.isFailing = true;
  }
}
