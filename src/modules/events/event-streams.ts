import { Injectable, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { LiveAnswer, type LiveConnection } from '../../shared/answers/live-answer.js';
import { ApiKeyCache } from '../../shared/auth/keys/api-key-cache.js';
import { hasScope, RefusedKey, type Caller } from '../../shared/auth/keys/caller.js';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { EventFeed } from '../../shared/events/event-feed.js';
import { EVENT_RETENTION_DAYS, oldestDelivered } from '../../shared/events/event-retention.js';
import { positionOf, type FeedPosition } from '../../shared/events/feed-position.js';
import { MetricsRegistry } from '../../shared/health/metrics-registry.js';
import { Readiness } from '../../shared/health/readiness.js';
import { clock } from '../../shared/kernel/clock.js';
import { DomainError, invalid, missingScope } from '../../shared/kernel/errors.js';
import { momentOf, wireTime } from '../../shared/kernel/wire-time.js';
import { EventCatchUp } from './event-catch-up.js';
import { EventStream, HEARTBEAT_MS, type StreamStart } from './event-stream.js';
import type { EventStreamQuery } from './events.dto.js';

export const MAX_STREAMS_OF_A_KEY = 20;

const SCOPE = 'events:read';

/** A start of no server, so that nothing is assumed of its transactions. */
const NO_SERVER = { server: 0, unseen: { listed: [], from: 0 } };

/** The open streams of this process. */
@Injectable()
export class EventStreams {
  private readonly logger = new Logger('events');
  private readonly streams = new Set<EventStream>();
  private readonly ofKeys = new Map<string, number>();
  private readonly maxOfAKey: number;
  private beating: NodeJS.Timeout | undefined;
  private isEnding = false;

  constructor(
    private readonly feed: EventFeed,
    private readonly catchUp: EventCatchUp,
    private readonly keys: ApiKeyCache,
    readiness: Readiness,
    registry: MetricsRegistry,
    @InjectSettings() { PROCESSES }: Settings,
  ) {
    this.maxOfAKey = maxStreamsOfAKey(PROCESSES);
    readiness.onEndLiveAnswers(() => this.endAll());
    const { streams } = this;
    new Gauge({
      name: 'foyer_event_streams',
      help: 'Open streams of events',
      registers: [registry],
      collect() {
        this.set(streams.size);
      },
    });
  }

  open(query: EventStreamQuery, lastEventId: string | undefined, caller: Caller): LiveAnswer {
    const { type, resource } = query;
    const from = query.from === undefined ? undefined : momentOf(query.from).getTime();
    const start = { filter: { type, resource, from }, position: startOf(lastEventId, from) };
    return new LiveAnswer('text/event-stream', (connection) => this.begin(connection, start, caller));
  }

  private begin(connection: LiveConnection, start: StreamStart, caller: Caller): void {
    this.count(caller, connection);
    const stream = new EventStream(caller.tenantId, connection, start, this.feed, this.catchUp);
    this.streams.add(stream);
    this.beating ??= setInterval(() => this.beat(), HEARTBEAT_MS).unref();
    const unwatch = this.keys.watch(caller, (state) => endIfRefused(stream, state));
    connection.onClose(() => {
      unwatch();
      this.streams.delete(stream);
    });
    stream.run().catch((error: unknown) => {
      this.logger.error({ msg: 'a stream of events failed', error });
      connection.cut();
    });
    if (this.isEnding) this.endAll();
  }

  /** A child key shares the streams of its parent. */
  private count({ keyId, parentId }: Caller, connection: LiveConnection): void {
    const id = parentId ?? keyId;
    const open = this.ofKeys.get(id) ?? 0;
    if (open >= this.maxOfAKey) throw tooManyStreams(this.maxOfAKey);
    this.ofKeys.set(id, open + 1);
    connection.onClose(() => {
      const left = this.ofKeys.get(id)! - 1;
      if (left > 0) this.ofKeys.set(id, left);
      else this.ofKeys.delete(id);
    });
  }

  private beat(): void {
    for (const stream of this.streams) stream.beat();
    if (this.streams.size > 0) return;
    clearInterval(this.beating);
    this.beating = undefined;
  }

  private endAll(): void {
    this.isEnding = true;
    for (const stream of this.streams) stream.end('This process is shutting down.');
  }
}

function endIfRefused(stream: EventStream, state: Caller | RefusedKey): void {
  if (state instanceof RefusedKey) stream.end(state.reason);
  else if (!hasScope(state, SCOPE)) stream.end(missingScope(SCOPE).detail);
}

/** Where a stream begins: `Last-Event-ID` is sent on reconnection, so it goes before `from`. */
function startOf(lastEventId: string | undefined, from: number | undefined): FeedPosition | undefined {
  const oldest = oldestDelivered(clock.now()).getTime();
  if (lastEventId === undefined)
    return from === undefined ? undefined : { ...NO_SERVER, time: Math.max(from, oldest), seq: 0 };
  const position = positionOf(lastEventId);
  if (!position) throw noSuchId();
  if (position.time < oldest) throw expired(oldest);
  return position;
}

function noSuchId(): DomainError {
  const message = 'Last-Event-ID must be the latest id that this stream has sent.';
  return invalid([{ parameter: 'Last-Event-ID', code: 'wrong_pattern', message }]);
}

function expired(oldest: number): DomainError {
  const message =
    `Events are kept for ${EVENT_RETENTION_DAYS} days, and those after this id are older. ` +
    `Go on without Last-Event-ID, from ${wireTime(oldest)}: ?from=${encodeURIComponent(wireTime(oldest))}`;
  return new DomainError('gone', 'events_expired', message, [
    { parameter: 'Last-Event-ID', code: 'events_expired', message },
  ]);
}

/** The share of a process: rounded down, so that all together allow no more. */
export function maxStreamsOfAKey(processes: number): number {
  return Math.max(1, Math.floor(MAX_STREAMS_OF_A_KEY / processes));
}

function tooManyStreams(limit: number): DomainError {
  const whose =
    limit < MAX_STREAMS_OF_A_KEY ? `the share of this process in ${MAX_STREAMS_OF_A_KEY}` : 'the limit';
  return new DomainError(
    'rate_limited',
    'too_many_streams',
    `This key has ${limit} open streams, which is ${whose}; close one, or filter by less.`,
  );
}
