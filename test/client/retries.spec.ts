import { Foyer, type FoyerOptions } from '@foyer/client';
import { allOf } from './all-of.js';
import { failureOf } from './failure-of.js';
import { brokenJson, cut, cutInside, json, ok, page, PERSON } from './scripted-server.js';
import { problem, ScriptedServer, silent, slow, stalled, type Reply } from './scripted-server.js';

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(() => server.stop());

function foyer(options: Partial<FoyerOptions> = {}): Foyer {
  return new Foyer({ url: server.url, key: 'a-key', backOffMs: 1, ...options } as FoyerOptions<false>);
}

const PASSING: [name: string, reply: Reply][] = [
  ['a connection that is cut', cut],
  ['an answer that is cut', cutInside],
  ['429', problem(429, 'rate_limited')],
  ['503', problem(503, 'busy')],
  ['502 of a proxy', page(502)],
  ['504 of a proxy', page(504)],
];

describe('a call that fails for a moment', () => {
  it.each(PASSING)('is repeated after %s', async (_, reply) => {
    server.answers(reply, reply, ok);
    await expect(foyer().persons.get('p')).resolves.toEqual(PERSON);
    expect(server.calls).toHaveLength(3);
  });

  it.each(PASSING)('has the same idempotency key in all tries after %s', async (_, reply) => {
    server.answers(reply, reply, json(PERSON, {}, 201));
    await foyer().persons.create({ name: 'Jane Doe' });
    const keys = server.calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(server.calls.map(({ body }) => body)).toEqual(Array(3).fill('{"name":"Jane Doe"}'));
  });

  it('sends the same body in all tries, although the caller changes it meanwhile', async () => {
    const body = { name: 'Jane Doe' };
    const changing: Reply = (answer, call) => {
      body.name = 'Somebody else';
      cut(answer, call);
    };
    server.answers(changing, json(PERSON, {}, 201));
    await foyer().persons.create(body);
    expect(server.calls.map((call) => call.body)).toEqual(Array(2).fill('{"name":"Jane Doe"}'));
  });

  it('waits for its own first try, which is still running', async () => {
    server.answers(cut, problem(409, 'idempotency_key_in_use'), json(PERSON, {}, 201));
    await expect(foyer().persons.create({ name: 'Jane Doe' })).resolves.toEqual(PERSON);
  });

  it.each([
    ['a silent server', silent],
    ['an answer that stops', stalled],
  ])('is repeated after %s', async (_, reply) => {
    server.answers(reply, ok);
    await expect(foyer({ timeoutMs: 100 }).persons.get('p')).resolves.toEqual(PERSON);
  });

  it('is not repeated without end if the number of retries is none', async () => {
    server.answers(cut);
    await failureOf(foyer({ retries: Number('many') }).persons.get('p'));
    expect(server.calls).toHaveLength(1);
  });

  it('fails in the end, with what happened last', async () => {
    server.answers(cut);
    const failure = await failureOf(foyer({ retries: 2 }).persons.get('p'));
    expect(failure).toMatchObject({ code: 'connection_failed', status: undefined });
    expect(server.calls).toHaveLength(3);
    server.answers(silent);
    const late = await failureOf(foyer({ retries: 0, timeoutMs: 50 }).persons.get('p'));
    expect(late).toMatchObject({ code: 'timed_out', status: undefined });
  });

  it('has a key of its own for each call, or the given one', async () => {
    server.answers(json(PERSON, {}, 201));
    const { persons } = foyer();
    await persons.create({ name: 'Jane Doe' });
    await persons.create({ name: 'Jane Doe' });
    await persons.create({ name: 'Jane Doe' }, { idempotencyKey: 'import-17' });
    await persons.create({ name: 'Jane Doe' }, { headers: { 'Idempotency-Key': 'import-18' } });
    const [first, second, third, fourth] = server.calls.map(({ headers }) => headers['idempotency-key']);
    expect(first).not.toBe(second);
    expect([third, fourth]).toEqual(['import-17', 'import-18']);
  });

  it.each([
    ['seconds', () => '1'],
    // A date has no milliseconds, so this is 1 to 2 seconds.
    ['a date', () => new Date(Date.now() + 2000).toUTCString()],
  ])('waits as long as Retry-After says, in %s', async (_, retryAfter) => {
    server.answers(problem(503, 'busy', { 'retry-after': retryAfter() }), ok);
    const start = performance.now();
    await foyer().persons.get('p');
    expect(performance.now() - start).toBeGreaterThan(900);
  });

  it('leaves long waits to the caller', async () => {
    server.answers(problem(429, 'rate_limited', { 'retry-after': '3600' }));
    expect(await failureOf(foyer().persons.get('p'))).toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    expect(server.calls).toHaveLength(1);
  });
});

describe('a limit of time', () => {
  // Timers that are set for more than 2,147,483,647 ms act at once.
  it.each([Infinity, 2 ** 31, Number.MAX_SAFE_INTEGER])('can be %d ms', async (timeoutMs) => {
    const { persons, exports } = foyer({ timeoutMs, retries: 0 });
    server.answers(slow(JSON.stringify(PERSON), 'application/json'));
    await expect(persons.get('p')).resolves.toEqual(PERSON);
    server.answers(slow('{"id":1}\n', 'application/x-ndjson'));
    await expect(allOf(exports.visitEvents({}, { timeoutMs }))).resolves.toEqual([{ id: 1 }]);
  });
});

describe('a change that can not be repeated', () => {
  const DELETE = () => foyer().persons.delete('p');
  const UPDATE = () => foyer().persons.update('p', { name: 'Ada' }, { ifMatch: '"1"' });

  it.each([
    ['a deletion', DELETE],
    ['a change with ifMatch', UPDATE],
  ])('fails if it was perhaps made: %s', async (_, call) => {
    for (const reply of [cut, cutInside, page(502), page(504)]) {
      server.answers(reply, ok);
      await failureOf(call());
      expect(server.calls).toHaveLength(1);
    }
  });

  it.each([
    ['a deletion', DELETE],
    ['a change with ifMatch', UPDATE],
  ])('is repeated if it was refused before: %s', async (_, call) => {
    server.answers(problem(429, 'rate_limited'), problem(503, 'busy'), ok);
    await expect(call()).resolves.toEqual(PERSON);
  });
});

describe('an answer that the service does not give', () => {
  const STRANGE: [name: string, reply: Reply, status: number, detail: string][] = [
    ['broken JSON', brokenJson, 200, 'not valid JSON'],
    ['another content type', page(200), 200, 'text/html instead of application/json'],
    ['a page of a proxy', page(403), 403, 'HTTP 403 without a problem document'],
    ['a redirect', page(302, { location: 'http://127.0.0.1:9/' }), 302, 'redirect'],
    ['another problem', json({ error: 'nope' }, {}, 400), 400, 'without a problem document'],
  ];

  it.each(STRANGE)('is a failure, and not repeated: %s', async (_, reply, status, detail) => {
    server.answers(reply);
    const failure = await failureOf(foyer().persons.get('p'));
    expect(failure).toMatchObject({
      status,
      code: 'unexpected_answer',
      detail: expect.stringContaining(detail),
    });
    expect(server.calls).toHaveLength(1);
  });

  it.each([
    ['names itself as the next page', ['again'], 2],
    ['names an earlier page as the next one', ['a', 'b', 'a'], 3],
  ])('is a list that never ends: %s', async (_, cursors, calls) => {
    const pageBefore = (nextCursor: string) =>
      json({ items: [PERSON], hasMore: true, nextCursor, totalCount: 1 });
    server.answers(...cursors.map(pageBefore));
    const all = allOf(foyer().persons.list());
    expect(await failureOf(all)).toMatchObject({ code: 'unexpected_answer' });
    expect(server.calls).toHaveLength(calls);
  });

  it.each(['{}', 'null', '{"items":{}}'])('is no page of a list: %s', async (text) => {
    server.answers((answer) => answer.writeHead(200, { 'content-type': 'application/json' }).end(text));
    expect(await failureOf(allOf(foyer().persons.list()))).toMatchObject({ code: 'unexpected_answer' });
  });

  it('has no body where a file or a stream was asked for', async () => {
    server.answers((answer) => answer.writeHead(204, { 'content-type': 'text/event-stream' }).end());
    const { events, exports } = foyer();
    for (const call of [allOf(events.stream()), exports.visitEvents().text()])
      expect(await failureOf(call)).toMatchObject({ code: 'unexpected_answer', status: 204 });
  });

  it.each([['text'], [[null, 'text', { message: 1 }]], [undefined]])(
    'is a problem with other faults: %j',
    async (errors) => {
      server.answers(json({ code: 'brand_new', detail: 'It is new.', requestId: {}, errors }, {}, 418));
      const failure = await failureOf(foyer().persons.get('p'));
      expect(failure).toMatchObject({ code: 'brand_new', status: 418, faults: [], requestId: undefined });
    },
  );
});

describe('a signal', () => {
  it('ends a call that waits for an answer, or for its next try', async () => {
    for (const reply of [silent, stalled, problem(503, 'busy', { 'retry-after': '30' })]) {
      server.answers(reply);
      const controller = new AbortController();
      const call = foyer().persons.get('p', { signal: controller.signal });
      const reason = new Error('I no longer need it');
      const failed = expect(call).rejects.toBe(reason);
      while (server.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
      controller.abort(reason);
      await failed;
      expect(server.calls).toHaveLength(1);
    }
  });

  it('that is aborted already sends nothing', async () => {
    server.answers(ok);
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(foyer().persons.get('p', { signal })).rejects.toThrow('too late');
    expect(server.calls).toEqual([]);
  });
});

describe('a call', () => {
  it('names the key, the ids and the query', async () => {
    server.answers(json({ items: [], hasMore: false, nextCursor: null, totalCount: 0 }));
    const createdAfter = new Date(1763164800000);
    await foyer({ url: `${server.url}/base/` }).pages.audiences.list('a/b?c', {
      ...{ limit: 5, createdAfter, personId: undefined },
    });
    const [call] = server.calls;
    expect(call!.headers['x-api-key']).toBe('a-key');
    expect(call!.url).toBe(
      '/base/v0/pages/a%2Fb%3Fc/audiences?limit=5&createdAfter=2025-11-15T00%3A00%3A00.000Z',
    );
  });

  it('is refused with an empty ETag, which would change whatever is there', async () => {
    server.answers(ok);
    const update = foyer().persons.update('p', { name: 'Ada' }, { ifMatch: '' });
    await expect(update).rejects.toThrow('ifMatch must be a record');
    expect(server.calls).toEqual([]);
  });

  it('is refused without an id, because its path would be that of another operation', () => {
    for (const id of ['', '.', '..'])
      expect(() => foyer().persons.get(id)).toThrow('person_id must be an id');
    expect(() => foyer().topics.entries.delete('topic_1', undefined as never)).toThrow(
      'entry_id must be an id',
    );
  });

  it('has times as dates on request, and only times', async () => {
    server.answers(json({ ...PERSON, payload: { createdAt: '+1763164800000' } }));
    const dated = new Foyer({ url: server.url, key: 'a-key', dates: true });
    const person = await dated.persons.get('p');
    expect(person.createdAt).toEqual(new Date(1763164800000));
    expect(person).toMatchObject({ phoneNumber: '+14155550123', payload: { createdAt: '+1763164800000' } });
  });
});
