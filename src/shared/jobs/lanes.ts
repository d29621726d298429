import { Logger } from '@nestjs/common';
import { inContext } from '../database/work-context.js';
import { LaneConnection } from './lane-connection.js';

/** How often to look for what is due again, and for lanes whose process is gone. */
const LOOK_MS = 1000;

export interface LaneId {
  tenantId: string;
  /** Of the record whose work it is. */
  id: string;
}

/** Work of one kind that is done in one place at a time. */
export interface Lane {
  /** Told that there may be something new, and has not looked since. */
  readonly isWoken: boolean;
  wake(): void;
  /** Begins nothing any more; what is under way may come to its end. */
  stop(): void;
  /** Gives up what is under way, too. */
  breakOff(): void;
  /** Until there is nothing to do, or it is stopped; for its tenant alone. */
  run(): Promise<void>;
}

export interface LaneSource {
  /** Where the database tells of new work, in the form `<tenant> <id>`. */
  channel: string;
  /** Asks for all lanes where something is due, as `tenantId` and `id`. */
  due: string;
  open(lane: LaneId): Lane;
}

/**
 * For work that is too much and too small for a job each, or must keep an order: it waits in a table of its own, in lanes. Each
 * lane is served by one process at a time, as many side by side as there are, so that one that is stuck holds up no other.
 */
export class Lanes {
  private readonly logger = new Logger('lanes');
  private readonly connection: LaneConnection;
  private readonly served = new Map<string, Lane>();
  private readonly running = new Set<Promise<void>>();
  /** Lanes that another process had when last asked for. It hears of new work itself. */
  private elsewhere = new Set<string>();
  private looking?: Promise<void>;
  private nextLook?: NodeJS.Timeout;
  /** The database, when last asked. */
  private isAway = false;
  private isClosed = false;

  constructor(
    url: string,
    private readonly source: LaneSource,
  ) {
    this.connection = new LaneConnection(url, source.channel, {
      told: (message) => this.hear(message),
      lost: () => this.stopAll(),
    });
  }

  open(): void {
    this.looking = this.look();
  }

  /** What is under way may end within this time. */
  async close(timeoutMs: number): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.nextLook);
    this.stopAll();
    const hurry = setTimeout(() => this.breakOff(), timeoutMs);
    await this.looking;
    await Promise.all(this.running);
    clearTimeout(hurry);
    await this.connection.close();
  }

  private async look(): Promise<void> {
    try {
      if (!this.connection.isOpen) await this.connection.open();
      this.elsewhere = new Set();
      for (const lane of await this.connection.ask<LaneId>(this.source.due)) this.serve(lane);
      this.isAway = false;
    } catch (error) {
      if (!this.isAway && !this.isClosed)
        this.logger.warn({ msg: 'no work can be found', ...this.about(), error });
      this.isAway = true;
    }
    if (!this.isClosed) this.nextLook = setTimeout(() => this.open(), LOOK_MS);
  }

  private hear(message: string): void {
    const [tenantId = '', id = ''] = message.split(' ');
    if (!this.elsewhere.has(id)) this.serve({ tenantId, id });
  }

  /** Also when the connection is lost: whoever held the lanes over it does not hold them any more. */
  private stopAll(): void {
    for (const lane of this.served.values()) lane.stop();
  }

  private serve(lane: LaneId): void {
    const known = this.served.get(lane.id);
    if (known) return known.wake();
    if (this.isClosed) return;
    const opened = this.source.open(lane);
    this.served.set(lane.id, opened);
    const run = this.run(lane, opened).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private async run(id: LaneId, lane: Lane): Promise<void> {
    try {
      if (await this.connection.take(id.id)) await this.runTaken(id, lane);
      else this.elsewhere.add(id.id);
    } catch (error) {
      this.logger.warn({ msg: 'work interrupted', ...this.about(), ...id, error });
    }
    this.served.delete(id.id);
    // Told after it had looked for the last time.
    if (lane.isWoken && !this.elsewhere.has(id.id) && this.connection.isOpen) this.serve(id);
  }

  private async runTaken({ tenantId, id }: LaneId, lane: Lane): Promise<void> {
    try {
      await inContext({ tenantId }, () => lane.run());
    } finally {
      await this.connection.leave(id);
    }
  }

  private breakOff(): void {
    for (const lane of this.served.values()) lane.breakOff();
  }

  private about() {
    return { lanes: this.source.channel };
  }
}
