import { Foyer, type Event, type EventStream, type FoyerError } from '@foyer/client';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { failureOf } from './failure-of.js';
import { page, problem, ScriptedServer, type Reply } from './scripted-server.js';

const { service, api } = useTestService({ ROLE: 'all' });

/** Connections that a test can break. */
class BreakableFetch {
  private readonly open = new Set<AbortController>();
  connections = 0;

  readonly fetch: typeof globalThis.fetch = (input, init = {}) => {
    const controller = new AbortController();
    init.signal?.addEventListener('abort', () => controller.abort());
    this.open.add(controller);
    this.connections++;
    return globalThis.fetch(input, { ...init, signal: controller.signal });
  };

  cut(): void {
    for (const controller of this.open) controller.abort();
    this.open.clear();
  }
}

async function take(stream: EventStream, count: number): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of stream) if (events.push(event) === count) break;
  return events;
}

const topicsOf = (events: readonly Event[]) =>
  events.map(({ payload }) => (payload.type === 'topic.created' ? payload.topicId : payload.type));

async function makeTopic(): Promise<string> {
  return (await api.post('/v0/topics', { title: 'News' }).expect(201)).body.topicId as string;
}

describe('a stream of events', () => {
  it('has each event once, although its connection breaks again and again', async () => {
    const network = new BreakableFetch();
    const foyer = new Foyer({ url: service.url, key: service.home.key, fetch: network.fetch });
    const made: string[] = [];
    let connected = 0;
    const stream = foyer.events.stream(
      { type: 'topic.created' },
      {
        onConnected: () => {
          // What happens while it is away must arrive, too.
          if (++connected <= 2) void makeTopic().then((topic) => made.push(topic) && network.cut());
        },
        onDisconnected: () => void makeTopic().then((topic) => made.push(topic)),
      },
    );
    const events = await take(stream, 4);
    // An event can arrive before the response of its creation.
    await until(() => made.length === events.length);
    expect(topicsOf(events).sort()).toEqual(made.slice().sort());
    expect(network.connections).toBe(3);
  });

  it('goes on where an earlier one was', async () => {
    const { events } = new Foyer({ url: service.url, key: service.home.key });
    const query = { type: 'topic.created' } as const;
    const made: string[] = [];
    const makeTwo = async () => void made.push(await makeTopic(), await makeTopic());
    const first = events.stream(query, { onConnected: () => void makeTwo() });
    const [seen] = await take(first, 1);
    const second = events.stream(query, { lastEventId: first.lastEventId! });
    // What was the latest for the first stream may come again.
    let next = seen!;
    for await (next of second) if (next.eventId !== seen!.eventId) break;
    await until(() => made.length === 2);
    expect(topicsOf([seen!, next])).toEqual(made);
    const dated = new Foyer({ url: service.url, key: service.home.key, dates: true });
    for await (const event of dated.events.stream({ from: new Date(1000) })) {
      expect(event.timestamp).toBeInstanceOf(Date);
      break;
    }
  });

  it('ends with a failure that waiting does not repair', async () => {
    const key = await service.keyWith(['topics:read']);
    const { events } = new Foyer({ url: service.url, key });
    expect(await failureOf(take(events.stream(), 1))).toMatchObject({ status: 403, code: 'missing_scope' });
    const lost = new Foyer({ url: service.url, key: 'nobody-has-this-key' }).events.stream();
    expect(await failureOf(take(lost, 1))).toMatchObject({ status: 401 });
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { events } = new Foyer({ url: service.url, key: service.home.key });
    const onConnected = () => controller.abort(reason);
    const stream = events.stream({}, { signal: controller.signal, onConnected });
    await expect(take(stream, 1)).rejects.toBe(reason);
  });
});

describe('a stream from a server that fails', () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await ScriptedServer.start();
  });
  afterAll(() => server.stop());

  const event = (id: string) => ({
    ...{ eventId: `event_${id}`, tenantId: 'tenant_1', timestamp: '+1763164800000' },
    payload: { type: 'topic.created', topicId: `topic_${id}` },
  });
  const message = (id: string) => `id: ${id}\ndata: ${JSON.stringify(event(id))}\n\n`;

  /** Sends these parts, and ends or stays open. */
  const sends =
    (parts: readonly string[], { stays = false } = {}): Reply =>
    (answer) => {
      answer.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      for (const part of parts) answer.write(part);
      if (!stays) answer.end();
    };
  const QUICK = 'retry: 1\n\n';

  function stream(options = {}): EventStream {
    return new Foyer({ url: server.url, key: 'a-key' }).events.stream({}, options);
  }

  it('names the latest id when it comes again, also an id without an event', async () => {
    server.answers(
      sends([QUICK, message('1'), 'id: 2\n\n']),
      sends([QUICK, message('3')]),
      sends([message('4')], { stays: true }),
    );
    expect(topicsOf(await take(stream(), 3))).toEqual(['topic_1', 'topic_3', 'topic_4']);
    expect(server.calls.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2', '3']);
  });

  it('reads messages however they are cut into parts, and whatever ends their lines', async () => {
    const text = [
      message('1'),
      ': a comment\n\n',
      message('ä\u{1F600}'),
      message('3').replaceAll('\n', '\r\n'),
      message('4').replaceAll('\n', '\r'),
      message('5').replace('\n\n', '\n\r\n'),
    ].join('');
    const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
    server.answers(sends(bytes as never, { stays: true }));
    const topics = ['topic_1', 'topic_ä\u{1F600}', 'topic_3', 'topic_4', 'topic_5'];
    expect(topicsOf(await take(stream(), 5))).toEqual(topics);
  });

  it('reads a long line in a time that grows with its length', async () => {
    const long = event('1');
    const text = JSON.stringify({ ...long, payload: { ...long.payload, text: 'x'.repeat(2 ** 25) } });
    server.answers(sends([`data: ${text}\n\n`], { stays: true }));
    expect(topicsOf(await take(stream(), 1))).toEqual(['topic_1']);
  });

  it('does not besiege a server that ends each connection at once, and asks for no pause', async () => {
    server.answers(sends(['retry: 0\n\n', message('1')]));
    const controller = new AbortController();
    const gaps: number[] = [];
    let last = performance.now();
    const onConnected = () => {
      gaps.push(performance.now() - last);
      last = performance.now();
      if (gaps.length === 4) controller.abort(new Error('enough'));
    };
    const { signal } = controller;
    await expect(take(stream({ signal, onConnected }), 2)).rejects.toThrow('enough');
    for (const gap of gaps.slice(1)) expect(gap).toBeGreaterThan(40);
  });

  it('leaves out what it had before', async () => {
    server.answers(
      sends([QUICK, message('1'), message('2')]),
      sends([message('2'), message('3')], { stays: true }),
    );
    expect(topicsOf(await take(stream(), 3))).toEqual(['topic_1', 'topic_2', 'topic_3']);
  });

  it('comes again after silence, cuts, 429, 503 and a proxy without a service', async () => {
    const reasons: unknown[] = [];
    const cut: Reply = (answer) => {
      sends([message('2')], { stays: true })(answer, server.calls[0]!);
      setImmediate(() => answer.destroy());
    };
    server.answers(
      sends([QUICK, message('1')], { stays: true }),
      cut,
      problem(429, 'too_many_streams'),
      problem(503, 'busy'),
      page(502),
      sends([message('3')], { stays: true }),
    );
    const onDisconnected = (reason: FoyerError | undefined) => reasons.push(reason?.status ?? reason?.code);
    const events = await take(stream({ silenceMs: 100, onDisconnected }), 3);
    expect(topicsOf(events)).toEqual(['topic_1', 'topic_2', 'topic_3']);
    expect(reasons).toEqual(['timed_out', 'connection_failed', 429, 503, 502]);
  });

  it('fails if something else answers, or an event is broken', async () => {
    server.answers(page(200));
    expect(await failureOf(take(stream(), 1))).toMatchObject({ code: 'unexpected_answer', status: 200 });
    server.answers(sends(['id: 1\ndata: {"eventId":\n\n']));
    expect(await failureOf(take(stream(), 1))).toMatchObject({ code: 'unexpected_answer' });
    for (const data of ['null', '{}', '"text"']) {
      server.answers(sends([`data: ${data}\n\n`]));
      expect(await failureOf(take(stream(), 1))).toMatchObject({ code: 'unexpected_answer' });
    }
    server.answers(problem(410, 'events_expired'));
    expect(await failureOf(take(stream(), 1))).toMatchObject({ code: 'events_expired', status: 410 });
  });
});
