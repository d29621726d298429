import { hash } from 'node:crypto';
import { eventText, type EventRecord } from '../../src/shared/events/event-envelope.js';
import { millis } from '../../src/shared/database/driver/sql.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import { apiClient } from '../support/api-client.js';
import { EventStreamReader } from '../support/event-stream-reader.js';
import { HeldTransaction } from '../support/held-transaction.js';
import { until } from '../support/until.js';
import { startTestService, useTestService, type TestService } from '../support/test-service.js';

const { service, api, strangerApi } = useTestService();

const openStream = (query = '', key = service.home.key) =>
  EventStreamReader.open({ url: service.url, key, query });

const startedStream = async (query?: string, key?: string) => (await openStream(query, key)).started();

async function makeTopic(title = 'News', client = api): Promise<string> {
  return (await client.post('/v0/topics', { title }).expect(201)).body.topicId as string;
}

/** A transaction of somebody else that has written an event and goes on. Its time is that of the statement. */
async function heldEvent(name: string): Promise<HeldTransaction> {
  const held = await HeldTransaction.begin(service);
  await held.query(
    `insert into event (tenant_id, id, type, resource, payload, created_at) values ($1, $2, 'topic.updated', $3, $4, now())`,
    [service.home.id, newUuid(), name, JSON.stringify({ type: 'topic.updated', topicId: name })],
  );
  return held;
}

const namesIn = ({ events }: EventStreamReader) =>
  events.map(({ data }) => (JSON.parse(data) as { payload: { topicId: string } }).payload.topicId);

describe('a stream', () => {
  it('says something at once, and sends each event as webhooks get it', async () => {
    const stream = await startedStream();
    expect(stream.answer.statusCode).toBe(200);
    expect(stream.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.comments[0]).toBe('events as they happen');
    expect(stream.retryMs).toBeGreaterThanOrEqual(1000);
    const topicId = await makeTopic();
    await stream.has(topicId);
    const { rows } = await service.pool.query<EventRecord>(
      `select id, tenant_id as "tenantId", ${millis('created_at')} as "createdAt", payload from event where resource = $1`,
      [topicId],
    );
    expect(stream.events.at(-1)!.data).toBe(eventText(rows[0]!));
  });

  it('sends only events of its tenant', async () => {
    const [own, foreign] = [await startedStream(), await startedStream('', service.stranger.key)];
    const [topicId, strange] = [await makeTopic(), await makeTopic('Strange', strangerApi)];
    await Promise.all([own.has(topicId), foreign.has(strange)]);
    expect([namesIn(own).includes(strange), namesIn(foreign).includes(topicId)]).toEqual([false, false]);
  });

  it('filters by kind and by record, also what was missed', async () => {
    const first = await makeTopic();
    const [byType, byRecord] = [
      await startedStream('type=topic.updated'),
      await startedStream(`resource=${first}`),
    ];
    const second = await makeTopic();
    for (const id of [first, second]) await api.patch(`/v0/topics/${id}`, { title: 'Newer' }).expect(200);
    await Promise.all([byType.has(first, second), byRecord.has(first)]);
    expect([namesIn(byType), namesIn(byRecord)]).toEqual([[first, second], [first]]);
    const missed = await EventStreamReader.open({
      ...{ url: service.url, key: service.home.key },
      query: `type=topic.created&from=${Date.now() - 3_600_000}`.replace('from=', 'from=%2B'),
    });
    await missed.has(first, second);
    expect(missed.events.every(({ data }) => data.includes('topic.created'))).toBe(true);
  });

  it.each([
    ['type=topic.exploded', 'unknown_value'],
    ['from=yesterday', 'wrong_pattern'],
    ['resource=', 'too_short'],
    ['after=1', 'unknown_parameter'],
  ])('is refused for ?%s', async (query, code) => {
    const { body } = await api.get(`/v0/events/stream?${query}`).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ code })]);
  });

  it('needs a key with events:read, in a header', async () => {
    await api.get(`/v0/events/stream?key=${service.home.key}`).expect(400);
    const key = await service.keyWith(['topics:read']);
    await apiClient(service.url, key).get('/v0/events/stream').expect(403);
  });

  it('answers HEAD without staying open', async () => {
    const answer = await fetch(`${service.url}/v0/events/stream`, {
      method: 'HEAD',
      headers: { 'x-api-key': service.home.key },
    });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('takes neither a turn nor a connection, and counts in a metric of its own', async () => {
    await startedStream();
    const metrics = async () => (await api.get('/metrics').expect(200)).text;
    const text = await metrics();
    expect(text).toMatch(/foyer_request_turns\{state="running"\} 0\n/);
    expect(text).toMatch(/foyer_database_work\{kind="request",state="running"\} 0\n/);
    expect(text).toMatch(/foyer_event_streams [1-9]/);
    await until(async () => /foyer_event_streams 1\n/.test(await metrics()));
  });
});

describe('no event is skipped', () => {
  it('that is committed late, under a lower number, and nobody waits for it', async () => {
    const stream = await startedStream();
    const late = await heldEvent('topic_late');
    const topicId = await makeTopic();
    await stream.has(topicId);
    const resumed = await stream.again();
    const next = await makeTopic();
    await resumed.has(next);
    expect([...namesIn(stream), ...namesIn(resumed)]).not.toContain('topic_late');
    await late.commit();
    await resumed.has('topic_late');
  });

  it('that is committed late while the reader is away', async () => {
    const stream = await startedStream();
    const late = await heldEvent('topic_away');
    const topicId = await makeTopic();
    await stream.has(topicId);
    stream.leave();
    await late.commit();
    const missed = await makeTopic();
    const resumed = await stream.again();
    await resumed.has(missed, 'topic_away');
    expect(namesIn(resumed)).toEqual(['topic_away', missed]);
  });

  it('of many transactions that overlap, whatever their order, for a reader that keeps leaving', async () => {
    let stream = await startedStream();
    const names = Array.from({ length: 12 }, (_, at) => `topic_overlap_${at}`);
    const seen = new Set<string>();
    const held = new Map<string, HeldTransaction>();
    for (const [at, name] of names.entries()) {
      held.set(name, await heldEvent(name));
      if (at % 3 !== 2) continue;
      // The one in the middle, then the newest; the oldest of each stays open.
      for (const done of [names[at - 1]!, name]) await held.get(done)!.commit();
      await stream.has(name, names[at - 1]!);
      namesIn(stream).forEach((each) => seen.add(each));
      stream = await stream.again();
    }
    for (const transaction of [...held.values()].reverse()) await transaction.end('commit');
    await stream.has(...names.filter((_, at) => at % 3 === 0));
    namesIn(stream).forEach((each) => seen.add(each));
    expect(names.filter((name) => !seen.has(name))).toEqual([]);
  });

  it('that was committed before the stream began is not sent', async () => {
    const before = await makeTopic();
    const stream = await startedStream();
    const after = await makeTopic();
    await stream.has(after);
    expect(namesIn(await stream.again().then((again) => again.started()))).not.toContain(before);
  });

  it('of more than a step can have, by a stream from a time on', async () => {
    const begin = Date.now();
    await service.pool.query(
      `insert into event (tenant_id, id, type, resource, payload, created_at)
       select $1, new_uuid(), 'topic.updated', 'topic_many', json_build_object('type', 'topic.updated', 'topicId', 'many_' || n || '_'), now()
       from generate_series(1, 1000) n`,
      [service.home.id],
    );
    const stream = await EventStreamReader.open({
      ...{ url: service.url, key: service.home.key },
      query: `resource=topic_many&from=%2B${begin - 1000}`,
    });
    await stream.has('many_1000_');
    expect(namesIn(stream)).toEqual(Array.from({ length: 1000 }, (_, at) => `many_${at + 1}_`));
  });

  it('of many that are committed late at once', async () => {
    const stream = await startedStream();
    const held = await HeldTransaction.begin(
      service,
      `insert into event (tenant_id, id, type, resource, payload, created_at)
       select $1, new_uuid(), 'topic.updated', 'topic_bulk', json_build_object('type', 'topic.updated', 'topicId', 'bulk_' || n || '_'), now()
       from generate_series(1, 5000) n`,
      [service.home.id],
    );
    await stream.has(await makeTopic());
    await held.commit();
    await until(() => new Set(namesIn(stream).filter((name) => name.startsWith('bulk_'))).size === 5000);
  });
});

describe('Last-Event-ID', () => {
  const HUGE = 'z'.repeat(4000);
  it.each([
    '0',
    'event_01je7nqt00e00800000000000j',
    '1-2-3',
    `${HUGE}-1-1-1`,
    '1-1-1-1-2_3_',
    '-1-1-1-1',
    HUGE,
  ])('must be an id of the stream: not %.40s', async (id) => {
    const { body } = await api.get('/v0/events/stream').set('last-event-id', id).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'Last-Event-ID' })]);
  });

  it('that is older than the kept events says from where one can go on', async () => {
    const { body } = await api.get('/v0/events/stream').set('last-event-id', '1-0-0-0').expect(410);
    expect(body.code).toBe('events_expired');
    const [, query] = /\?(from=%2B\d+)$/.exec(body.detail as string)!;
    await startedStream(query);
  });

  it('of another tenant, or forged, shows nothing but own events', async () => {
    const foreign = await startedStream('', service.stranger.key);
    const strange = await makeTopic('Strange', strangerApi);
    await foreign.has(strange);
    const topicId = await makeTopic();
    for (const id of [foreign.lastEventId!, `${(Date.now() - 60_000).toString(36)}-0-0-0`]) {
      const stream = await EventStreamReader.open({
        url: service.url,
        key: service.home.key,
        lastEventId: id,
      });
      await stream.has(topicId);
      expect(namesIn(stream)).not.toContain(strange);
    }
  });

  it('resumes after the server was restarted, whatever the numbers of its transactions', async () => {
    const stream = await startedStream();
    const missed = await makeTopic();
    await stream.has(missed);
    const [time, seq] = stream.lastEventId!.split('-');
    // Of a server that has lost this event since, with all later transactions.
    const lastEventId = `${time}-${seq}-1-${(2 ** 40).toString(36)}`;
    const resumed = await EventStreamReader.open({ url: service.url, key: service.home.key, lastEventId });
    await resumed.has(missed);
  });
});

describe('the streams of a key', () => {
  it('end within a second after it was revoked, narrowed, or has expired', async () => {
    const expiring = await service.keyWith(['events:read'], { expiresAt: new Date(Date.now() + 1500) });
    const [revoked, narrowed] = [await service.keyWith(['events:read']), await service.keyWith(['*'])];
    const streams: EventStreamReader[] = [];
    for (const key of [revoked, narrowed, expiring]) streams.push(await startedStream('', key));
    const hashOf = (key: string) => hash('sha256', key, 'buffer');
    const begin = performance.now();
    await service.pool.query('update api_key set revoked_at = now() where hash = $1', [hashOf(revoked)]);
    await service.pool.query(`update api_key set scopes = '{topics:read}' where hash = $1`, [
      hashOf(narrowed),
    ]);
    await until(() => streams.slice(0, 2).every(({ isOver }) => isOver));
    expect(performance.now() - begin).toBeLessThan(1000);
    await until(() => streams[2]!.isOver);
    expect(streams.map(({ comments }) => comments.at(-1))).toEqual([
      'This API key was revoked.',
      'This key lacks the scope events:read.',
      'This API key has expired.',
    ]);
    expect((await streams[0]!.again()).answer.statusCode).toBe(401);
  });

  it('are 20 at most, and a child has those of its parent', async () => {
    const key = await service.keyWith(['*']);
    const expiresAt = `+${Date.now() + 3_600_000}`;
    const { body: child } = await apiClient(service.url, key)
      .post('/v0/me/keys', { name: 'Child', scopes: ['events:read'], expiresAt })
      .expect(201);
    const streams = [];
    for (let count = 0; count < 20; count++)
      streams.push(await startedStream('', count % 2 ? (child.secret as string) : key));
    const refused = await apiClient(service.url, key).get('/v0/events/stream').expect(429);
    expect([refused.body.code, refused.headers['retry-after']]).toEqual(['too_many_streams', '1']);
    streams[0]!.leave();
    await until(async () => (await openStream('', key)).answer.statusCode === 200);
  });
});

describe('a process', () => {
  let other: TestService | undefined;
  afterEach(() => other?.close());

  it('that leaves is followed by another, where the stream goes on', async () => {
    const { Readiness } = await import('../../src/shared/health/readiness.js');
    other = await startTestService({});
    const key = other.home.key;
    const stream = await (await EventStreamReader.open({ url: other.url, key })).started();
    other.app.get(Readiness).leave();
    expect(stream.isOver).toBe(false);
    other.app.get(Readiness).endLiveAnswers();
    await until(() => stream.isOver);
    expect(stream.comments.at(-1)).toBe('This process is shutting down.');
  });
});
