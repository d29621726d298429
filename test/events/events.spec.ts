import { jest } from '@jest/globals';
import { Client } from 'pg';
import {
  eventEnvelope,
  type EventEnvelope,
  type EventRecord,
} from '../../src/shared/events/event-envelope.js';
import { ForgetEventsHandler } from '../../src/shared/events/forget-events.handler.js';
import type { TopicEntryView } from '../../src/modules/topics/topics.dto.js';
import { millis } from '../../src/shared/database/driver/sql.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { wireId } from '../../src/shared/kernel/ids.js';
import { atOnce, MANY_CONNECTIONS } from '../support/api/at-once.js';
import { statementsOf } from '../support/database/statements.js';
import { until } from '../support/until.js';
import { useTestService, type TestTenant } from '../support/test-service.js';
import { walk } from '../support/api/walk.js';

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
    expect(body.errors[0].message).toContain('known kinds are topic.created, topic.updated, ');
  });

  it('counts 10,000 and no more', async () => {
    const add = (count: number) =>
      service.pool.query(
        `insert into event (id, tenant_id, type, resource, payload, created_at)
         select new_uuid(), $1, 'page.updated', 'page_1', '{}', now() from generate_series(1, $2::int)`,
        [service.stranger.id, count],
      );
    const total = async () => (await strangerApi.get(`${LIST}?resource=page_1`)).body.totalCount as unknown;
    await add(10_000);
    expect(await total()).toBe(10_000);
    await add(1);
    expect(await total()).toBeNull();
    await service.pool.query(
      `delete from event where id in (select id from event where resource = 'page_1' limit 5)`,
    );
    expect(await total()).toBeNull(); // from memory, for a minute
    setClock(Date.now() + 61_000);
    expect(await total()).toBe(9996);
  });

  it('is counted for a tenant although that of another one is known to be too long', async () => {
    const add = (tenantId: string, count: number) =>
      service.pool.query(
        `insert into event (id, tenant_id, type, resource, payload, created_at)
         select new_uuid(), $1, 'page.updated', 'page_4', '{}', now() from generate_series(1, $2::int)`,
        [tenantId, count],
      );
    await add(service.stranger.id, 10_001);
    await add(service.home.id, 3);
    const totalOf = async (client: TestTenant['api']) =>
      (await client.get(`${LIST}?resource=page_4`).expect(200)).body.totalCount as unknown;
    expect([await totalOf(strangerApi), await totalOf(api)]).toEqual([null, 3]);
  });

  it('is not counted again while it is known to be too long', async () => {
    const asked = async () => {
      const statements = await statementsOf(service)(() => strangerApi.get(`${LIST}?type=page.updated`));
      return statements.filter(({ text }) => text.includes('count(*)')).length;
    };
    await service.pool.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
       select new_uuid(), $1, 'page.updated', 'page_3', '{}', now() from generate_series(1, 10001)`,
      [service.stranger.id],
    );
    expect([await asked(), await asked()]).toEqual([1, 0]);
  });
});

describe('what happened', () => {
  /** Weeks begin on Mondays. */
  const MONDAY = Date.parse('2026-03-02T00:00Z');

  async function topicMadeAt(at: number, tenant: TestTenant) {
    setClock(at);
    return { tenant, resource: await makeTopic('Old news', tenant) };
  }

  async function forgetAt(now: number) {
    setClock(now);
    await service.app.get(ForgetEventsHandler).handle();
  }

  it('is forgotten by weeks, a week once its last moment is 31 days ago, for every tenant', async () => {
    const week = [
      await topicMadeAt(MONDAY, service.home),
      await topicMadeAt(MONDAY + 7 * DAY - 1, service.stranger),
    ];
    const nextWeek = await topicMadeAt(MONDAY + 7 * DAY, service.home);
    const isKept = async ({ resource, tenant }: { resource: string; tenant: TestTenant }) =>
      (await listOf(`resource=${resource}`, tenant)).length === 1;
    await forgetAt(MONDAY + 38 * DAY - 1);
    for (const topic of week) expect(await isKept(topic)).toBe(true);
    await forgetAt(MONDAY + 38 * DAY);
    for (const topic of week) expect(await isKept(topic)).toBe(false);
    expect(await isKept(nextWeek)).toBe(true);
    expect(await api.get(`${LIST}/${exampleId('event')}`)).toMatchObject({ status: 200 });
  });

  it('is not kept from being forgotten by a run that was killed', async () => {
    const weekOf = async (monday: number) => {
      const { tenant, resource } = await topicMadeAt(monday, service.home);
      const name = `event_week_${new Date(monday).toISOString().slice(0, 10).replaceAll('-', '')}`;
      return { name, isGone: async () => (await listOf(`resource=${resource}`, tenant)).length === 0 };
    };
    const [pending, detached] = [await weekOf(MONDAY - 14 * DAY), await weekOf(MONDAY - 7 * DAY)];
    await service.pool.query(`
      comment on table ${detached.name} is 'Foyer has detached this table, and drops it.';
      alter table event detach partition ${detached.name}`);
    await detachUntilKilled(pending.name);
    await forgetAt(MONDAY + 31 * DAY);
    expect([await pending.isGone(), await detached.isGone()]).toEqual([true, true]);
    const { rows } = await service.pool.query('select from pg_class where relname = any ($1)', [
      [pending.name, detached.name],
    ]);
    expect(rows).toEqual([]);
  });

  /** A reader holds it up after its first step. */
  async function detachUntilKilled(partition: string): Promise<void> {
    const [reader, detacher] = await Promise.all([connected(), connected()]);
    await reader.query('begin');
    await reader.query('select from event limit 1');
    const { rows } = await detacher.query<{ pid: number }>('select pg_backend_pid() as pid');
    const killed = detacher.query(`alter table event detach partition ${partition} concurrently`).then(
      () => false,
      () => true,
    );
    const PENDING = `select from pg_inherits where inhdetachpending and inhrelid = '${partition}'::regclass`;
    await until(async () => (await service.pool.query(PENDING)).rowCount === 1);
    await service.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    expect(await killed).toBe(true);
    await reader.end();
  }

  async function connected(): Promise<Client> {
    const client = new Client({ connectionString: service.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
});
