import { FoyerError } from './foyer-error.js';
import type { Event } from './generated/types.gen.js';
import { bytesOf } from './response-bytes.js';
import { messagesIn } from './server-sent-events.js';
import { withDates, type Dated } from './times.js';
import { backOff, sleep } from './timers.js';
import type { AnyOptions, Call, Transport } from './transport.js';

export interface StreamOptions {
  /** Ends the stream: the loop ends with the reason of the signal. */
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  /** `lastEventId` of an earlier stream, which this one continues. */
  lastEventId?: string;
  /** Called whenever the stream is connected: what happens from now on arrives. */
  onConnected?: () => void;
  /** Called before the stream connects again. */
  onDisconnected?: (reason: FoyerError | undefined) => void;
  /** After so long without a sign of life, the stream connects again; 45,000 by default, never for `Infinity`. */
  silenceMs?: number;
}

/** Each of them may pass: too many streams, a restart, a network that is away. */
const PASSING = new Set([429, 500, 502, 503, 504]);
/** Whatever the server asks for: a stream neither besieges a server that ends at once, nor stays away for ever. */
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
const LONGEST_ASKED_PAUSE_MS = 300_000;
/** After a broken connection, events may be sent again. */
const REMEMBERED = 1_000;

/**
 * Events as they happen. It reconnects by itself and goes on where it was; it ends with a failure that waiting does not
 * repair, such as a revoked key, or when the loop ends.
 */
export class EventStream<Dates extends boolean = false> implements AsyncIterable<Dated<Event, Dates>> {
  /** Where the loop is. To go on there after a restart, save it each time an event was handled. */
  lastEventId: string | undefined;

  private retryMs = 1_000;
  private readonly seen = new Set<string>();
  private readonly options: StreamOptions;

  constructor(
    private readonly call: Call,
    private readonly transport: Transport,
    private readonly dates: boolean,
  ) {
    this.options = call.options;
    this.lastEventId = this.options.lastEventId;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Dated<Event, Dates>, void> {
    for (let failures = 0; ; failures++) {
      let failure: FoyerError | undefined;
      try {
        for await (const event of this.connection(() => (failures = 0))) yield event;
      } catch (error) {
        if (!(error instanceof FoyerError) || !isPassing(error)) throw error;
        failure = error;
      }
      this.options.onDisconnected?.(failure);
      await sleep(this.pauseMs(failures, failure), this.options.signal);
    }
  }

  /** The events of one connection, each of them once. */
  private async *connection(onConnected: () => void): AsyncGenerator<Dated<Event, Dates>, void> {
    const { signal, silenceMs = 45_000 } = this.options;
    const { operation } = this.call;
    const answer = await this.transport.open(this.callNow());
    let isConnected = false;
    for await (const { id, data, retryMs } of messagesIn(bytesOf(answer, { operation, silenceMs, signal }))) {
      this.retryMs = retryMs ?? this.retryMs;
      if (!isConnected && (id !== undefined || data !== undefined)) {
        isConnected = true;
        onConnected();
        this.options.onConnected?.();
      }
      this.lastEventId = id ?? this.lastEventId;
      if (data === undefined) continue;
      const event = this.parse(data);
      if (this.isNew(event)) yield event;
    }
  }

  private pauseMs(failures: number, failure: FoyerError | undefined): number {
    const askedMs = Math.min(failure?.retryAfterMs ?? 0, LONGEST_ASKED_PAUSE_MS);
    const firstMs = Math.max(this.retryMs, SHORTEST_PAUSE_MS);
    return Math.max(askedMs, backOff(failures, firstMs, LONGEST_PAUSE_MS));
  }

  private callNow(): Call {
    const { signal, headers } = this.options;
    const resumed = this.lastEventId && { 'last-event-id': this.lastEventId };
    const options: AnyOptions = {
      retries: 0,
      headers: { ...headers, ...(resumed || {}) },
      ...(signal && { signal }),
    };
    return { ...this.call, accept: 'text/event-stream', options };
  }

  private isNew({ eventId }: { eventId: string }): boolean {
    if (this.seen.has(eventId)) return false;
    this.seen.add(eventId);
    const [oldest] = this.seen;
    if (this.seen.size > REMEMBERED) this.seen.delete(oldest!);
    return true;
  }

  private parse(data: string): Dated<Event, Dates> {
    try {
      const event = JSON.parse(data) as Event;
      if (typeof event.eventId !== 'string') throw new TypeError('eventId is missing.');
      return (this.dates ? withDates(event) : event) as Dated<Event, Dates>;
    } catch (cause) {
      const detail = 'An event is not valid.';
      throw new FoyerError({ operation: this.call.operation, code: 'unexpected_answer', detail, cause });
    }
  }
}

function isPassing({ status, code }: FoyerError): boolean {
  return status === undefined ? code !== 'unexpected_answer' : PASSING.has(status);
}
