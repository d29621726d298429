import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDirectUrl } from '../database/driver/database-url.js';
import { isOverload, isUnavailable } from '../database/driver/postgres-errors.js';
import { ConnectionShares } from '../database/transactions/connection-shares.js';
import { inContext } from '../database/transactions/work-context.js';
import { LaneConnection } from '../jobs/lane-connection.js';
import { clock } from '../kernel/clock.js';
import { busy } from '../kernel/errors.js';
import { EVENT_CHANNEL } from './event-channel.js';
import { feedEvent, type FeedEvent, type FeedRow } from './feed-event.js';
import { isAfter, unseenBy, type EventPlace, type FeedPosition } from './feed-position.js';
import { NEW_EVENTS, oldestIdAt } from './feed-reads.js';

/** If nobody tells of new events, the feed looks for them after this time. */
const LOOK_MS = 1000;

/** The least time between two looks. */
const PAUSE_MS = 15;

/** New events in one look, and those of one tenant. If a tenant has more, its followers have to catch up. */
const MAX_EVENTS = 20_000;
const MAX_OF_A_TENANT = 2000;
const maxOfEach = (tenants: number) =>
  Math.max(10, Math.min(MAX_OF_A_TENANT, Math.floor(MAX_EVENTS / tenants)));

/** Followers that get their events before other work of this process has its turn. */
const MAX_AT_ONCE = 100;

/** The events of a tenant that became visible since the look before, in order. */
export interface FeedBatch {
  readonly events: readonly FeedEvent[];
  /** What its readers know afterwards. */
  readonly position: FeedPosition;
}

export interface FeedFollower {
  readonly tenantId: string;
  receive(batch: FeedBatch): void;
  /** There were too many new events, or the database was away: the follower is dropped and has to catch up. */
  lose(): void;
}

interface Joining {
  follower: FeedFollower;
  resolve: (position: FeedPosition) => void;
  reject: (error: unknown) => void;
}

/**
 * Reads new events once for all followers in this process, while there are any: after a signal, and each second. What is
 * new follows from the snapshots of the database, not from the numbers of events (decision 107).
 */
@Injectable()
export class EventFeed implements OnApplicationShutdown {
  private readonly logger = new Logger('events');
  private readonly signals: LaneConnection;
  private readonly followers = new Map<string, Set<FeedFollower>>();
  private joining: Joining[] = [];
  private position: FeedPosition | undefined;
  private running: Promise<void> | undefined;
  private wakeUp: (() => void) | undefined;
  private isWoken = false;
  private isFailing = false;
  private isStopped = false;

  constructor(
    private readonly connections: ConnectionShares,
    @InjectDirectUrl() directUrl: string,
  ) {
    this.signals = new LaneConnection(directUrl, EVENT_CHANNEL, {
      onNotification: (tenantId) => this.followers.has(tenantId) && this.wake(),
      onLost: () => undefined,
    });
  }

  /** What every follower knows that has received its batches. */
  get known(): FeedPosition | undefined {
    return this.position;
  }

  /** The follower receives all events that are not known at the returned position. */
  follow(follower: FeedFollower): Promise<FeedPosition> {
    return new Promise((resolve, reject) => {
      this.joining.push({ follower, resolve, reject });
      this.running ??= inContext({ kind: 'service' }, () => this.run());
      this.wake();
    });
  }

  unfollow(follower: FeedFollower): void {
    this.joining = this.joining.filter((each) => each.follower !== follower);
    const others = this.followers.get(follower.tenantId);
    others?.delete(follower);
    if (others?.size === 0) this.followers.delete(follower.tenantId);
    if (this.isIdle) this.wake();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    this.wake();
    await this.running;
  }

  private get isIdle(): boolean {
    return this.followers.size + this.joining.length === 0;
  }

  private wake(): void {
    this.isWoken = true;
    this.wakeUp?.();
  }

  private async run(): Promise<void> {
    while (!this.isStopped && !this.isIdle) {
      this.isWoken = false;
      await this.look();
      await pause(this.isFailing ? LOOK_MS : PAUSE_MS);
      await this.untilWoken();
    }
    this.position = undefined;
    await this.signals.close().catch(() => undefined);
    for (const { reject } of this.isStopped ? this.joining.splice(0) : []) reject(busy());
    this.running = this.isIdle || this.isStopped ? undefined : this.run();
  }

  private async untilWoken(): Promise<void> {
    if (this.isWoken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = undefined;
  }

  private async look(): Promise<void> {
    const joining = this.joining.splice(0);
    try {
      // Without signals, the feed looks each second.
      if (!this.signals.isOpen) await this.signals.open().catch(() => undefined);
      this.position ??= (await this.read([], START)).position;
      for (const { follower, resolve } of joining) {
        const others = this.followers.get(follower.tenantId) ?? new Set();
        this.followers.set(follower.tenantId, others.add(follower));
        resolve(this.position);
      }
      await this.tellNews(this.position);
      this.isFailing = false;
    } catch (error) {
      for (const { reject } of joining) reject(error);
      if (!this.isFailing) this.logger.warn({ msg: 'new events could not be read', error });
      this.isFailing = true;
      // Another server may answer next.
      if (isUnavailable(error) && !isOverload(error)) this.loseAll();
    }
  }

  private async tellNews(before: FeedPosition): Promise<void> {
    const tenants = [...this.followers.keys()];
    const { position, events } = await this.read(tenants, before);
    if (position.server !== before.server) return this.loseAll();
    const ofTenants = Map.groupBy(events, ({ record }) => record.tenantId);
    let told = 0;
    for (const [tenantId, news] of ofTenants) {
      const batch = { events: news, position: furthest(position, news.at(-1)!) };
      for (const follower of [...(this.followers.get(tenantId) ?? [])]) {
        if (++told % MAX_AT_ONCE === 0) await nextTurnOfTheLoop();
        if (!this.followers.get(tenantId)?.has(follower)) continue;
        if (news.length < maxOfEach(tenants.length)) follower.receive(batch);
        else this.lose(follower);
      }
    }
    // Not before all of them have their events: an id that they send in between must not claim more.
    this.position = position;
  }

  private async read(
    tenants: readonly string[],
    { time: since, unseen: { listed, from } }: Pick<FeedPosition, 'time' | 'unseen'>,
  ): Promise<{ position: FeedPosition; events: FeedEvent[] }> {
    const time = clock.now().getTime();
    const { rows } = await this.connections.query<FeedRow>(
      {
        name: 'event.new',
        text: NEW_EVENTS,
        values: [tenants, oldestIdAt(since), from, listed, maxOfEach(tenants.length)],
      },
      'service',
    );
    const { snapshot, server } = rows[0]!;
    const events = rows.filter(({ id }) => id !== null).map(feedEvent);
    return { position: { time, seq: 0, unseen: unseenBy(snapshot), server: Number(server) }, events };
  }

  private loseAll(): void {
    this.position = undefined;
    for (const followers of [...this.followers.values()])
      for (const follower of [...followers]) this.lose(follower);
  }

  private lose(follower: FeedFollower): void {
    this.unfollow(follower);
    follower.lose();
  }
}

const START = { time: 0, unseen: { listed: [], from: 0 } };

/** All that was visible is known, so a reader of these events may take any place, and the furthest repeats the least. */
function furthest(position: FeedPosition, { time, seq }: EventPlace): FeedPosition {
  return isAfter({ time, seq }, position) ? { ...position, time, seq } : position;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
