import { Client } from 'pg';
import type { Response } from 'supertest';
import type { AudienceView } from '../../src/modules/pages/dto/audiences.dto.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { pathOf, Records } from '../pages/records.js';
import { apiClient, type ApiClient } from '../support/api-client.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { Receiver } from '../webhooks/receiver.js';

/** With few connections, as the default has them against hundreds of requests. */
const POOL_MAX = 3;
const HOGS = 30;

// Before the service is closed, which drops the database.
afterAll(() => Promise.all([other.end(), onlooker.end()]));

const { service, api, strangerApi } = useTestService({
  ROLE: 'all',
  WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
  DATABASE_POOL_MAX: String(POOL_MAX),
  DATABASE_WAIT_MS: '1000',
});

let other: Client;
/** Looks on from outside: within a transaction, `pg_stat_activity` stays as it was. */
let onlooker: Client;
beforeAll(async () => {
  [other, onlooker] = [1, 2].map(() => new Client({ connectionString: service.databaseUrl })) as [
    Client,
    Client,
  ];
  await Promise.all([other.connect(), onlooker.connect()]);
});
afterEach(() => other.query('rollback'));

const times = <Result>(count: number, act: (index: number) => PromiseLike<Result>) =>
  Array.from({ length: count }, (_, index) => Promise.resolve(act(index)));

/** Locks something as another process would, which takes its time. */
async function hold(sql: string, ...values: unknown[]): Promise<void> {
  await other.query('begin');
  await other.query(sql, values);
}

const holdAudience = ({ audienceId }: AudienceView) =>
  hold('select from audience where id = $1 for update', uuidOf('audience', audienceId));

async function waitingForLocks(): Promise<number> {
  const { rowCount } = await onlooker.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rowCount!;
}

/** While they wait for the lock, both tenants are served, and one connection waits. */
async function whileAllWait(requests: Promise<Response>[]): Promise<void> {
  await until(async () => (await waitingForLocks()) > 0);
  for (const answer of await Promise.all(times(5, () => strangerApi.get('/v0/topics'))))
    expect(answer.status).toBe(200);
  expect((await api.get('/v0/topics')).status).toBe(200);
  expect(await waitingForLocks()).toBe(1);
  await other.query('rollback');
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([statuses[0]]));
  expect(statuses[0]).toBeLessThan(300);
}

describe('many changes of one record', () => {
  it('wait without a connection each, and all succeed', async () => {
    const audience = await new Records(api).audience();
    await holdAudience(audience);
    const change = (index: number) => api.patch(pathOf(audience), { supplementaryContext: `${index}` });
    await whileAllWait(times(HOGS, change));
  });

  it('wait so where the record is found only after other questions', async () => {
    const audience = await new Records(api).audience();
    await holdAudience(audience);
    const create = (index: number) =>
      api.post(`${pathOf(audience)}/versions`, {}).set('idempotency-key', `hog-${index}`);
    await whileAllWait(times(HOGS, create));
  });

  it('wait so for a rule about several records', async () => {
    await hold(`select pg_advisory_xact_lock(hashtextextended($1, 1))`, `${service.home.id} topics`);
    await whileAllWait(times(HOGS, (index) => api.post('/v0/topics', { title: `Hog ${index}` })));
  });
});

it('creates 50 versions of one audience at once', async () => {
  const audience = await new Records(api).audience();
  const answers = await Promise.all(times(50, () => api.post(`${pathOf(audience)}/versions`, {})));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 201));
});

describe('a tenant whose requests have all connections', () => {
  /** Each waits for a record of its own, in the database. */
  async function takeAll(): Promise<Promise<Response>[]> {
    const held = await audiences(api, POOL_MAX);
    await holdAudiences(held);
    return waitFor(api, held, POOL_MAX);
  }

  /** Then a neighbour takes the reserve. */
  async function takeAllAndReserve(): Promise<Promise<Response>[]> {
    const [held, ofNeighbour] = [await audiences(api, POOL_MAX), await audiences(strangerApi, 1)];
    await holdAudiences([...held, ...ofNeighbour]);
    return [
      ...(await waitFor(api, held, POOL_MAX)),
      ...(await waitFor(strangerApi, ofNeighbour, POOL_MAX + 1)),
    ];
  }

  const holdAudiences = (held: AudienceView[]) =>
    hold(
      'select from audience where id = any($1) for update',
      held.map(({ audienceId }) => uuidOf('audience', audienceId)),
    );

  async function waitFor(as: ApiClient, held: AudienceView[], total: number): Promise<Promise<Response>[]> {
    const requests = held.map(async (each) => as.patch(pathOf(each), { supplementaryContext: 'x' }));
    await until(async () => (await waitingForLocks()) === total);
    return requests;
  }

  async function audiences(of: ApiClient, count: number): Promise<AudienceView[]> {
    const records = new Records(of);
    const { pageId } = await records.page();
    return Promise.all(times(count, () => records.audience({}, pageId)));
  }

  it('is told that the service is busy, while others are served', async () => {
    const requests = await takeAll();
    const [refused, ...served] = await Promise.all([
      api.get('/v0/topics'),
      ...times(5, () => strangerApi.get('/v0/topics')),
    ]);
    expect([refused.status, refused.headers['retry-after'], refused.body.code]).toEqual([503, '1', 'busy']);
    expect(served.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await other.query('rollback');
    for (const { status } of await Promise.all(requests)) expect(status).toBe(200);
  });

  it('keeps no job from being done', async () => {
    const records = new Records(strangerApi);
    const audience = await records.audience();
    const requests = await takeAll();
    const { versionId } = await records.version(audience);
    await until(async () => {
      const { rows } = await onlooker.query<{ status: string }>(
        'select status from audience_version where id = $1',
        [uuidOf('version', versionId)],
      );
      return rows[0]?.status === 'published';
    });
    await other.query('rollback');
    await Promise.all(requests);
  });

  it('keeps nothing from being delivered', async () => {
    const receiver = await Receiver.open();
    const asked = { url: receiver.url, events: ['topic.created'] };
    await strangerApi.post('/v0/webhook_subscriptions', asked).expect(201);
    const requests = await takeAllAndReserve();
    await onlooker.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
       values (new_uuid(), $1, 'topic.created', 'topic_1', '{"type":"topic.created"}', now())`,
      [service.stranger.id],
    );
    await receiver.has(1);
    await other.query('rollback');
    await Promise.all(requests);
    await receiver.close();
  });

  it('keeps nobody from being let in, nor the service from telling how it is', async () => {
    const operator = apiClient(service.url, await service.keyWith(['metrics:read']));
    const requests = await takeAllAndReserve();
    await operator.get('/metrics').expect(200);
    const { body } = await operator.get('/health/ready').expect(200);
    expect(body.parts).toHaveLength(4);
    await other.query('rollback');
    await Promise.all(requests);
  });
});
