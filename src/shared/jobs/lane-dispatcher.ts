import { Logger } from '@nestjs/common';
import { inContext } from '../database/transactions/work-context.js';
import { LaneConnection } from './lane-connection.js';

/** How often to ask for lanes with work that is due again, or whose process is gone. */
const POLL_INTERVAL_MS = 1000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface LaneId {
  tenantId: string;
  /** Of the record whose work it is. */
  id: string;
}

/** All waiting work of one record, such as a subscription's deliveries. One process at a time runs a lane. */
export interface Lane {
  /** There may be new work that it has not fetched yet. */
  readonly needsFetch: boolean;
  /** Tells it that there may be new work. */
  wake(): void;
  /** It starts nothing more; what it has started may end. */
  stop(): void;
  /** Aborts what it has started, too. */
  abort(): void;
  /** Runs until there is nothing to do or it is stopped, in the context of its tenant. */
  run(): Promise<void>;
}

interface LaneSource {
  /** On which `LaneSignals` tells of tenants with new work. */
  channel: string;
  /** SQL that selects `tenantId` and `id` of all lanes with work that is due. */
  dueLanes: string;
  /** The same of the tenants $1, a list. */
  dueLanesOfTenants: string;
  create(lane: LaneId): Lane;
}

/**
 * Runs lanes, in every process that is a worker. Lanes are for work that is too much and too small for a job each, or
 * that must keep an order: it waits in a table of its own. Each lane is locked by the process that runs it. All run side
 * by side, so that one that is stuck delays no other.
 */
export class LaneDispatcher {
  private readonly logger = new Logger('lanes');
  private readonly connection: LaneConnection;
  private readonly lanes = new Map<string, Lane>();
  private readonly runs = new Set<Promise<void>>();
  /** Lanes that another process had locked since the last poll. That process is notified of new work itself. */
  private lockedElsewhere = new Set<string>();
  /** Tenants with new work whose lanes were not looked for yet. */
  private readonly toldOf = new Set<string>();
  private looking?: Promise<void>;
  private polling?: Promise<void>;
  private nextPoll?: NodeJS.Timeout;
  /** So that an outage is logged once. */
  private isDatabaseDown = false;
  private isStopped = false;

  constructor(
    url: string,
    private readonly source: LaneSource,
  ) {
    this.connection = new LaneConnection(url, source.channel, {
      onNotification: (tenantId) => this.onNotification(tenantId),
      onLost: () => this.stopLanes(),
    });
  }

  start(): void {
    this.polling = this.poll();
  }

  /** What lanes have started may end within this time. */
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

  private async poll(): Promise<void> {
    try {
      if (!this.connection.isOpen) await this.connection.open();
      this.lockedElsewhere = new Set();
      for (const lane of await this.connection.query<LaneId>(this.source.dueLanes)) this.runOrWake(lane);
      this.isDatabaseDown = false;
    } catch (error) {
      if (!this.isDatabaseDown && !this.isStopped) this.warn('no work can be found', { error });
      this.isDatabaseDown = true;
    }
    if (!this.isStopped) this.nextPoll = setTimeout(() => this.start(), POLL_INTERVAL_MS);
  }

  /** Which of its lanes have work is asked for many tenants at once. Anybody can notify, and of anything. */
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
      // The connection is given up, whatever went wrong; over the next one, the poll finds them.
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
      await inContext({ tenantId, kind: 'lane' }, () => lane.run());
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
