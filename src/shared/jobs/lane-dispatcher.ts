import { Logger } from '@nestjs/common';
import type { BackgroundWork } from './background-work.js';
import { inContext } from '../database/transactions/work-context.js';
import { actorNamed } from '../kernel/actor.js';
import { LaneConnection, type KeptStatement } from './lane-connection.js';

/** Poll interval for lanes with work that is due again, or whose process is gone. */
const POLL_INTERVAL_MS = 1000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface LaneId {
  tenantId: string;
  /** Id of the record that the work belongs to. */
  id: string;
}

/** All waiting work of one record, such as a subscription's deliveries. One process at a time runs a lane. */
export interface Lane {
  /** There may be new work that it has not fetched yet. */
  readonly needsFetch: boolean;
  /** Signals that there may be new work. */
  wake(): void;
  /** Starts nothing more; work in progress may end. */
  stop(): void;
  /** Also aborts work in progress. */
  abort(): void;
  /** Runs until there is nothing to do or it is stopped, in the context of its tenant. */
  run(): Promise<void>;
}

interface LaneSource {
  /** Channel on which `LaneSignals` announces tenants with new work. */
  channel: string;
  /** SQL that selects `tenantId` and `id` of all lanes with work that is due. */
  dueLanes: string;
  /** The same for the tenants $1, a list. */
  dueLanesOfTenants: KeptStatement;
  create(lane: LaneId): Lane;
}

/**
 * Runs lanes, in every worker process. Lanes are for work that is too frequent and too small for a job each, or that
 * must keep an order: it waits in a table of its own. The process that runs a lane locks it. All lanes run
 * concurrently, so a stuck one delays no other.
 */
export class LaneDispatcher {
  private readonly logger = new Logger('lanes');
  private readonly connection: LaneConnection;
  private readonly lanes = new Map<string, Lane>();
  private readonly runs = new Set<Promise<void>>();
  /** Lanes that another process has locked since the last poll. That process is notified of new work itself. */
  private lockedElsewhere = new Set<string>();
  /** Tenants with new work whose lanes have not been queried yet. */
  private readonly toldOf = new Set<string>();
  private looking?: Promise<void>;
  private polling?: Promise<void>;
  private nextPoll?: NodeJS.Timeout;
  /** Ensures that an outage is logged once. */
  private isDatabaseDown = false;
  private isStopped = false;

  constructor(
    private readonly background: BackgroundWork,
    url: string,
    private readonly source: LaneSource,
  ) {
    this.connection = new LaneConnection(url, source.channel, {
      onNotification: (tenantId) => this.onNotification(tenantId),
      onLost: () => this.stopLanes(),
    });
  }

  /** Work in progress may end within this time after a stop. */
  start(timeoutMs: number): void {
    const start = () => {
      this.isStopped = false;
      this.startPoll();
    };
    this.background.start('lanes', { start, stop: () => this.stop(timeoutMs) });
  }

  async stop(timeoutMs: number): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.nextPoll);
    this.stopLanes();
    const timeout = setTimeout(() => this.abortLanes(), timeoutMs);
    await this.polling;
    await this.looking;
    await Promise.all(this.runs);
    clearTimeout(timeout);
    await this.connection.close();
  }

  private startPoll(): void {
    this.polling = this.poll();
  }

  private async poll(): Promise<void> {
    try {
      if (!this.connection.isOpen) await this.connection.open();
      this.lockedElsewhere = new Set();
      for (const lane of await this.connection.query<LaneId>(this.source.dueLanes)) this.runOrWake(lane);
      this.isDatabaseDown = false;
      this.background.progressed('lanes');
    } catch (error) {
      if (!this.isDatabaseDown && !this.isStopped) this.warn('looking for work failed', { error });
      this.isDatabaseDown = true;
    }
    if (!this.isStopped) this.nextPoll = setTimeout(() => this.startPoll(), POLL_INTERVAL_MS);
  }

  /**
   * One query finds the lanes with work for many tenants at once. Anybody can send a notification, with any content.
   */
  private onNotification(tenantId: string): void {
    if (!UUID.test(tenantId)) return;
    this.toldOf.add(tenantId);
    this.looking ??= this.lookForLanes().finally(() => (this.looking = undefined));
  }

  private async lookForLanes(): Promise<void> {
    try {
      while (this.toldOf.size > 0) {
        const tenants = [...this.toldOf];
        this.toldOf.clear();
        for (const lane of await this.connection.query<LaneId>(this.source.dueLanesOfTenants, tenants))
          if (!this.lockedElsewhere.has(lane.id)) this.runOrWake(lane);
      }
    } catch {
      // The connection is given up, whatever went wrong; the poll over the next connection finds the lanes.
      this.toldOf.clear();
    }
  }

  private runOrWake(id: LaneId): void {
    const running = this.lanes.get(id.id);
    if (running) return running.wake();
    if (this.isStopped) return;
    const lane = this.source.create(id);
    this.lanes.set(id.id, lane);
    const run = this.run(id, lane).finally(() => this.runs.delete(run));
    this.runs.add(run);
  }

  private async run(id: LaneId, lane: Lane): Promise<void> {
    try {
      if (await this.connection.acquire(id.id)) await this.runLocked(id, lane);
      else this.lockedElsewhere.add(id.id);
    } catch (error) {
      this.warn('work interrupted', { ...id, error });
    }
    this.lanes.delete(id.id);
    // Woken after its last fetch.
    if (lane.needsFetch && !this.lockedElsewhere.has(id.id) && this.connection.isOpen) this.runOrWake(id);
  }

  private async runLocked({ tenantId, id }: LaneId, lane: Lane): Promise<void> {
    try {
      const actor = () => actorNamed('job', this.source.channel);
      await inContext({ tenantId, kind: 'lane', actor }, () => lane.run());
    } finally {
      await this.connection.release(id);
    }
  }

  private stopLanes(): void {
    for (const lane of this.lanes.values()) lane.stop();
  }

  private abortLanes(): void {
    for (const lane of this.lanes.values()) lane.abort();
  }

  private warn(msg: string, details: object): void {
    this.logger.warn({ msg, lanes: this.source.channel, ...details });
  }
}
