import { jest } from '@jest/globals';
import {
  eventEnvelope,
  type EventEnvelope,
  type EventRecord,
} from '../../src/shared/events/event-envelope.js';
import { ForgetEventsHandler } from '../../src/shared/events/forget-events.handler.js';
import type { TopicEntryView } from '../../src/modules/topics/topics.dto.js';
import { millis } from '../../src/shared/database/sql.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { wireId } from '../../src/shared/kernel/ids.js';
import { atOnce, MANY_CONNECTIONS } from '../support/at-once.js';
import { useTestService, type TestTenant } from '../support/test-service.js';
import { walk } from '../support/walk.js';

const LIST = '/v0/events';
const DAY = 86_400_000;

const { service, api, strangerApi } = useTestService(MANY_CONNECTIONS);

afterEach(() => void jest.restoreAllMocks());

async function listOf(query: string, { api }: TestTenant = service.home): Promise<EventEnvelope[]> {
  return (await api.get(`${LIST}?${query}`).expect(200)).body.items as EventEnvelope[];
}

const typesOf = (events: EventEnvelope[]) => events.map(({ payload }) => payload.type);

const setClock = (time: number) => void jest.spyOn(clock, 'now').mockImplementation(() => new Date(time));

async function makeTopic(title: string, { api }: TestTenant = service.home): Promise<string> {
  return (await api.post('/v0/topics', { title }).expect(201)).body.topicId as string;
}

describe('an event', () => {
  it('is answered as it is delivered, with its kind first', async () => {
    const topicId = await makeTopic('Newsworthy');
    const { body: entry } = await api
      .post(`/v0/topics/${topicId}/entries`, { content: { type: 'text', content: 'x' } })
      .expect(201);
    const [event] = await listOf(`resource=${topicId}`);
    expect(event).toEqual({
      eventId: expect.stringMatching(/^event_[0-9a-z]{26}$/),
      tenantId: wireId('tenant', service.home.id),
      timestamp: expect.stringMatching(/^\+\d{13}$/),
      payload: { type: 'topic.entry.created', topicId, topicEntryId: entry.topicEntryId },
    });
    const { rows } = await service.pool.query<EventRecord>(
      `select id, tenant_id as "tenantId", ${millis('created_at')} as "createdAt", payload from event where resource = $1
       order by seq desc limit 1`,
      [topicId],
    );
    const { text } = await api.get(`${LIST}/${event!.eventId}`).expect(200);
    expect(text).toBe(JSON.stringify(eventEnvelope(rows[0]!)));
    expect(text).toContain('"payload":{"type":"topic.entry.created","topicId":');
  });

  it('is numbered in the order in which things happened to its record', async () => {
    const topicId = await makeTopic('Busy');
    const content = { type: 'text', content: 'x' };
    const add = () => api.post(`/v0/topics/${topicId}/entries`, { content }).expect(201);
    const answers = await atOnce(service, add);
    await api.delete(`/v0/topics/${topicId}`).expect(200);
    // Each goes last in turn, so the places tell who was first.
    const inTurn = answers
      .map(({ body }) => body as TopicEntryView)
      .sort((a, b) => a.sortOrder - b.sortOrder);
    const told = (await listOf(`resource=${topicId}&limit=100`)).reverse().map(({ payload }) => payload);
    expect(told).toEqual([
      { type: 'topic.created', topicId },
      ...inTurn.map(({ topicEntryId }) => ({ type: 'topic.entry.created', topicId, topicEntryId })),
      { type: 'topic.deleted', topicId },
    ]);
  });

  it('of an audience comes before those of its first version', async () => {
    const { api } = service.home;
    const audiences = `/v0/pages/${exampleId('page')}/audiences`;
    const { audienceId } = (await api.post(audiences, {}).expect(201)).body as { audienceId: string };
    const told = typesOf(await listOf(`resource=${audienceId}`)).reverse();
    expect(told).toEqual(['audience.created', 'page.version.created', 'page.version.published']);
  });

  it('can be read with events:read alone, and by its own tenant alone', async () => {
    const topicId = await makeTopic('Ours');
    const [event] = await listOf(`resource=${topicId}`);
    const key = await service.keyWith(['events:read']);
    const read = (path: string, as: string) =>
      fetch(service.url + path, { headers: { 'x-api-key': as } }).then(({ status }) => status);
    expect(await read(`${LIST}/${event!.eventId}`, key)).toBe(200);
    expect(await read(LIST, await service.keyWith(['topics:read', 'webhooks:read']))).toBe(403);
    expect(await read(`${LIST}/${event!.eventId}`, service.stranger.key)).toBe(404);
    expect(await listOf(`resource=${topicId}`, service.stranger)).toEqual([]);
  });
});

describe('the list of events', () => {
  it('is newest first, also within a moment, and is walked page by page', async () => {
    setClock(Date.now() + DAY);
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.unshift(await makeTopic(`Topic ${n}`, service.stranger));
    const pages = await walk<EventEnvelope>(strangerApi, `${LIST}?type=topic.created&limit=2`);
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([5, 5, 5]);
    const walked = pages.flatMap(({ items }) => items);
    expect(walked.map(({ payload }) => (payload as unknown as { topicId: string }).topicId)).toEqual(made);
  });

  it('begins with the moment of from, and ends before that of to', async () => {
    const time = Date.now() - 5 * DAY;
    for (const at of [time - 1, time, time + 1]) {
      setClock(at);
      await api.post('/v0/tenant_domains', { domain: `d${at}.example` }).expect(201);
    }
    jest.restoreAllMocks();
    const times = async (query: string) =>
      (await listOf(`type=tenant_domain.created&${query}`)).map(({ timestamp }) => Number(timestamp) - time);
    expect(await times(`from=%2B${time}`)).toEqual([1, 0]);
    expect(await times(`to=%2B${time}`)).toEqual([-1]);
    expect(await times(`from=%2B${time}&to=%2B${time + 1}`)).toEqual([0]);
    expect(await times(`from=%2B${time}&to=%2B${time}`)).toEqual([]);
  });

  it.each([
    ['type=topic.made', 'type', 'unknown_value'],
    ['type=', 'type', 'unknown_value'],
    ['from=yesterday', 'from', 'wrong_pattern'],
    ['to=1', 'to', 'wrong_pattern'],
    ['resource=', 'resource', 'too_short'],
    [`resource=${'x'.repeat(256)}`, 'resource', 'too_long'],
  ])('can not be asked for by %s', async (query, parameter, code) => {
    const { body } = await api.get(`${LIST}?${query}`).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter, code })]);
  });

  it('names the kinds that are near to an unknown one', async () => {
    const { body } = await api.get(`${LIST}?type=topic.made`).expect(400);
    expect(body.errors[0].message).toContain('known are topic.created, topic.updated, ');
  });

  it('counts 10,000 and no more', async () => {
    const add = (count: number) =>
      service.pool.query(
        `insert into event (id, tenant_id, type, resource, payload, created_at)
         select gen_random_uuid(), $1, 'page.updated', 'page_1', '{}', now() from generate_series(1, $2::int)`,
        [service.stranger.id, count],
      );
    const total = async () => (await strangerApi.get(`${LIST}?resource=page_1`)).body.totalCount as unknown;
    await add(10_000);
    expect(await total()).toBe(10_000);
    await add(1);
    expect(await total()).toBeNull();
  });
});

describe('what happened', () => {
  it('is forgotten after 30 days, for every tenant and however much it is', async () => {
    const now = Date.now();
    const made = async (at: number, tenant: TestTenant) => {
      setClock(at);
      return { tenant, resource: await makeTopic('Old news', tenant) };
    };
    const old = [await made(now - 30 * DAY, service.home), await made(now - 31 * DAY, service.stranger)];
    const young = await made(now - 30 * DAY + 1, service.home);
    await service.pool.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
       select gen_random_uuid(), $1, 'page.updated', 'page_2', '{}', now() - interval '40 days'
       from generate_series(1, 2500)`,
      [service.stranger.id],
    );
    setClock(now);
    await service.app.get(ForgetEventsHandler).handle();
    for (const { tenant, resource } of old) expect(await listOf(`resource=${resource}`, tenant)).toEqual([]);
    expect(await listOf('resource=page_2', service.stranger)).toEqual([]);
    expect(await listOf(`resource=${young.resource}`)).toHaveLength(1);
    expect(await listOf('resource=page_1', service.stranger)).toHaveLength(20);
  });

  it('is found by its age without a look at the rest', async () => {
    const client = await service.pool.connect();
    // There are too few for an index to pay.
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select id from event where tenant_id = '${service.home.id}' and created_at <= now() - interval '30 days'
       order by created_at, seq limit 1000`,
    );
    client.release(true);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('event_order');
  });
});
