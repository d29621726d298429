import { setTimeout as pause } from 'node:timers/promises';
import type { LiveConnection } from '../../shared/answers/live-answer.js';
import { isUnavailable } from '../../shared/database/driver/postgres-errors.js';
import type { EventFeed, FeedBatch, FeedFollower } from '../../shared/events/event-feed.js';
import type { FeedEvent } from '../../shared/events/feed-event.js';
import { isAfter, isKnownAt, type FeedPosition } from '../../shared/events/feed-position.js';
import { MINUTE_MS, SECOND_MS } from '../../shared/kernel/durations.js';
import { isBusy } from '../../shared/kernel/errors.js';
import type { EventCatchUp } from './event-catch-up.js';
import {
  batchText,
  eventsText,
  farewellText,
  heartbeatText,
  matches,
  openingText,
  type EventFilter,
} from './event-frames.js';

/** Load balancers close connections that are silent for longer, HAProxy and nginx after 50 to 60 s. */
export const HEARTBEAT_MS = 15 * SECOND_MS;

/** A reader that leaves so much of new events unread is cut off, and goes on from its last id. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** New events that wait while the stream catches up. With more, it catches up once more. */
const MAX_WAITING = 2000;

const RETRY_MS = SECOND_MS;

/** Another server may have a clock that is behind, and may have lost the latest transactions. */
const OTHER_SERVER_MS = MINUTE_MS;

export interface StreamStart {
  filter: EventFilter;
  /** Absent: only events that happen from now on. */
  position?: FeedPosition;
}

/** One reader of events: it catches up from its position, and then receives what the feed finds. */
export class EventStream implements FeedFollower {
  private position: FeedPosition | undefined;
  /** What was known when it joined the feed; the feed may find some of it again. */
  private joinedAt: FeedPosition | undefined;
  /** What the feed finds while the stream catches up. */
  private waiting: FeedBatch[] | undefined;
  private hasOverflowed = false;
  private lost = Promise.withResolvers<void>();

  constructor(
    readonly tenantId: string,
    private readonly connection: LiveConnection,
    private readonly start: StreamStart,
    private readonly feed: EventFeed,
    private readonly catchUp: EventCatchUp,
  ) {
    this.position = start.position;
  }

  /** Until the connection is closed. */
  async run(): Promise<void> {
    this.connection.write(openingText());
    this.connection.onClose(() => this.lose());
    while (!this.connection.isClosed) {
      try {
        await this.join();
        await this.lost.promise;
      } catch (error) {
        if (!isUnavailable(error) && !isBusy(error)) throw error;
        await pause(RETRY_MS, undefined, { ref: false });
      } finally {
        this.leave();
      }
    }
  }

  receive(batch: FeedBatch): void {
    if (!this.waiting) return this.send(batch);
    const isTooMuch = this.waiting.length >= MAX_WAITING || this.hasOverflowed;
    this.hasOverflowed = isTooMuch;
    if (isTooMuch) this.waiting = [];
    else this.waiting.push(batch);
  }

  lose(): void {
    this.lost.resolve();
  }

  beat(): void {
    if (!this.joinedAt) return this.connection.write(heartbeatText(undefined));
    this.position = this.feed.known ?? this.position;
    this.connection.write(heartbeatText(this.position));
  }

  end(reason: string): void {
    this.connection.write(farewellText(reason));
    this.connection.end();
  }

  private async join(): Promise<void> {
    this.waiting = [];
    this.hasOverflowed = false;
    const known = await this.feed.follow(this);
    if (this.position) {
      if (!(await this.readMissed(this.position, known.server))) return this.lose();
    } else this.connection.write(heartbeatText((this.position = known)));
    if (this.hasOverflowed) return this.lose();
    this.joinedAt = this.position;
    const waiting = this.waiting;
    this.waiting = undefined;
    for (const batch of waiting) this.send(batch);
  }

  private leave(): void {
    this.feed.unfollow(this);
    this.joinedAt = undefined;
    this.waiting = undefined;
    this.lost = Promise.withResolvers<void>();
  }

  /** Returns whether all of it was read: what has arrived meanwhile may only be sent behind it. */
  private async readMissed(position: FeedPosition, server: number): Promise<boolean> {
    const isSame = position.server === server;
    const start = isSame ? position : { ...position, time: position.time - OTHER_SERVER_MS, seq: 0 };
    for await (const step of this.catchUp.from(start)) {
      if (this.connection.isClosed || step.position.server !== server) return false;
      this.position = step.position;
      const wanted = step.events.filter((event) => matches(event, this.start.filter));
      this.connection.write(
        wanted.length > 0 ? eventsText(wanted, step.position) : heartbeatText(step.position),
      );
      await this.connection.drained();
    }
    return true;
  }

  private send(batch: FeedBatch): void {
    this.position = batch.position;
    this.connection.write(this.textOf(batch));
    if (this.connection.unsentBytes > MAX_UNREAD_BYTES) this.connection.cut();
  }

  private textOf(batch: FeedBatch): Buffer | string {
    const isNew = (event: FeedEvent) => !isKnownAt(this.joinedAt!, event);
    if (isAfter(batch.events[0]!, this.joinedAt!)) return batchText(batch, this.start.filter);
    return eventsText(
      batch.events.filter((event) => isNew(event) && matches(event, this.start.filter)),
      batch.position,
    );
  }
}
