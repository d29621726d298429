import { hash } from 'node:crypto';
import { eventText, type EventRecord } from '../../src/shared/events/event-envelope.js';
import { millis } from '../../src/shared/database/driver/sql.js';
import { apiClient } from '../support/api/api-client.js';
import { EventStreamReader } from '../support/api/event-stream-reader.js';
import { until } from '../support/until.js';
import { startTestService, useTestService, type TestService } from '../support/test-service.js';
import { topicsIn, TopicStreams } from './topic-streams.js';

const used = useTestService();
const { service, api, strangerApi } = used;
const streams = new TopicStreams(used);

describe('a stream', () => {
  it('says something at once, and sends each event as webhooks get it', async () => {
    const stream = await streams.started();
    expect(stream.answer.statusCode).toBe(200);
    expect(stream.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.comments[0]).toBe('events as they happen');
    expect(stream.retryMs).toBeGreaterThanOrEqual(1000);
    const topicId = await streams.makeTopic();
    await stream.has(topicId);
    const { rows } = await service.pool.query<EventRecord>(
      `select id, tenant_id as "tenantId", ${millis('created_at')} as "createdAt", payload from event where resource = $1`,
      [topicId],
    );
    expect(stream.events.at(-1)!.data).toBe(eventText(rows[0]!));
  });

  it('sends only events of its tenant', async () => {
    const [own, foreign] = [await streams.started(), await streams.started('', service.stranger.key)];
    const [topicId, strange] = [await streams.makeTopic(), await streams.makeTopic('Strange', strangerApi)];
    await Promise.all([own.has(topicId), foreign.has(strange)]);
    expect([topicsIn(own).includes(strange), topicsIn(foreign).includes(topicId)]).toEqual([false, false]);
  });

  it('filters by kind and by record, also what was missed', async () => {
    const first = await streams.makeTopic();
    const [byType, byRecord] = [
      await streams.started('type=topic.updated'),
      await streams.started(`resource=${first}`),
    ];
    const second = await streams.makeTopic();
    for (const id of [first, second]) await api.patch(`/v0/topics/${id}`, { title: 'Newer' }).expect(200);
    await Promise.all([byType.has(first, second), byRecord.has(first)]);
    expect([topicsIn(byType), topicsIn(byRecord)]).toEqual([[first, second], [first]]);
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
    await streams.started();
    const metrics = async () => (await api.get('/metrics').expect(200)).text;
    const text = await metrics();
    expect(text).toMatch(/foyer_request_turns\{state="running"\} 0\n/);
    expect(text).toMatch(/foyer_database_work\{kind="request",state="running"\} 0\n/);
    expect(text).toMatch(/foyer_event_streams [1-9]/);
    await until(async () => /foyer_event_streams 1\n/.test(await metrics()));
  });
});

describe('the streams of a key', () => {
  it('end within a second after it was revoked, narrowed, or has expired', async () => {
    const expiring = await service.keyWith(['events:read'], { expiresAt: new Date(Date.now() + 1500) });
    const [revoked, narrowed] = [await service.keyWith(['events:read']), await service.keyWith(['*'])];
    const opened: EventStreamReader[] = [];
    for (const key of [revoked, narrowed, expiring]) opened.push(await streams.started('', key));
    const hashOf = (key: string) => hash('sha256', key, 'buffer');
    const begin = performance.now();
    await service.pool.query('update api_key set revoked_at = now() where hash = $1', [hashOf(revoked)]);
    await service.pool.query(`update api_key set scopes = '{topics:read}' where hash = $1`, [
      hashOf(narrowed),
    ]);
    await until(() => opened.slice(0, 2).every(({ isOver }) => isOver));
    expect(performance.now() - begin).toBeLessThan(1000);
    await until(() => opened[2]!.isOver);
    expect(opened.map(({ comments }) => comments.at(-1))).toEqual([
      'This API key was revoked.',
      'This key lacks the scope events:read.',
      'This API key has expired.',
    ]);
    expect((await opened[0]!.again()).answer.statusCode).toBe(401);
  });

  it('are 20 at most, and a child has those of its parent', async () => {
    const key = await service.keyWith(['*']);
    const expiresAt = `+${Date.now() + 3_600_000}`;
    const { body: child } = await apiClient(service.url, key)
      .post('/v0/me/keys', { name: 'Child', scopes: ['events:read'], expiresAt })
      .expect(201);
    const opened = [];
    for (let count = 0; count < 20; count++)
      opened.push(await streams.started('', count % 2 ? (child.secret as string) : key));
    const refused = await apiClient(service.url, key).get('/v0/events/stream').expect(429);
    expect([refused.body.code, refused.headers['retry-after']]).toEqual(['too_many_streams', '1']);
    opened[0]!.leave();
    await until(async () => (await streams.open('', key)).answer.statusCode === 200);
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
