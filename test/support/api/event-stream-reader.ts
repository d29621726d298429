import { request, type IncomingMessage } from 'node:http';
import { until } from '../until.js';

export interface StreamedEvent {
  id: string | undefined;
  data: string;
}

const open = new Set<EventStreamReader>();
afterEach(() => open.forEach((reader) => reader.leave()));

interface StreamRequest {
  url: string;
  key: string;
  query?: string;
  lastEventId?: string;
}

/** Reads server-sent events as browsers do: an id holds until the next one, also one without an event. */
export class EventStreamReader {
  readonly events: StreamedEvent[] = [];
  readonly comments: string[] = [];
  lastEventId: string | undefined;
  retryMs: number | undefined;
  isOver = false;
  private rest = '';

  private constructor(
    readonly answer: IncomingMessage,
    private readonly key: StreamRequest,
  ) {
    this.lastEventId = key.lastEventId;
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => this.read(text));
    answer.on('error', () => undefined).on('close', () => (this.isOver = true));
    open.add(this);
  }

  static open(asked: StreamRequest): Promise<EventStreamReader> {
    const { url, key, query = '', lastEventId } = asked;
    return new Promise((resolve, reject) => {
      const headers = { 'x-api-key': key, ...(lastEventId && { 'last-event-id': lastEventId }) };
      request(`${url}/v0/events/stream?${query}`, { headers }, (answer) =>
        resolve(new EventStreamReader(answer, asked)),
      )
        .on('error', reject)
        .end();
    });
  }

  /** Leaves, and comes back with the latest id, perhaps to another process. */
  again(url = this.key.url): Promise<EventStreamReader> {
    this.leave();
    return EventStreamReader.open({ ...this.key, url, lastEventId: this.lastEventId });
  }

  leave(): void {
    open.delete(this);
    this.answer.destroy();
  }

  /** Resolves once the stream knows where it is: what happens later is sent. */
  async started(): Promise<this> {
    await until(() => this.lastEventId !== this.key.lastEventId || this.events.length > 0);
    return this;
  }

  has(...wanted: string[]): Promise<true> {
    return until(() => wanted.every((part) => this.events.some(({ data }) => data.includes(part))));
  }

  private read(text: string): void {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop()!;
    for (const block of blocks) this.readBlock(block.split('\n'));
  }

  private readBlock(lines: readonly string[]): void {
    const valuesOf = (field: string) =>
      lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2));
    this.comments.push(...valuesOf(''));
    const [retry] = valuesOf('retry');
    if (retry) this.retryMs = Number(retry);
    const [id] = valuesOf('id');
    this.lastEventId = id ?? this.lastEventId;
    const data = valuesOf('data');
    if (data.length > 0) this.events.push({ id, data: data.join('\n') });
  }
}
