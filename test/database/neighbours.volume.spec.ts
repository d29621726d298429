import { Client } from 'pg';
import type { Response } from 'supertest';
import type { AudienceView } from '../../src/modules/pages/dto/audiences.dto.js';
import { ConnectionShares } from '../../src/shared/database/transactions/connection-shares.js';
import type { Connection } from '../../src/shared/database/transactions/transaction.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { forgetAnswers } from '../../src/shared/idempotency/idempotency.jobs.js';
import { Jobs } from '../../src/shared/jobs/jobs.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { pathOf, Records } from '../pages/records.js';
import { apiClient } from '../support/api/api-client.js';
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
    const records = new Records(api);
    const page = await records.page();
    const audiences = await Promise.all(times(POOL_MAX, () => records.audience({}, page.pageId)));
    const ids = audiences.map(({ audienceId }) => uuidOf('audience', audienceId));
    await hold('select from audience where id = any($1) for update', ids);
    const requests = audiences.map(async (each) => api.patch(pathOf(each), { supplementaryContext: 'x' }));
    await until(async () => (await waitingForLocks()) === POOL_MAX);
    return requests;
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
});

describe('while requests have all connections that are theirs', () => {
  let taken: Connection[];
  afterEach(() => {
    for (const each of taken) each.release(false);
  });

  /** One tenant has as many as are set, another one the reserve. Nothing of them ends by itself. */
  async function takeAll(): Promise<void> {
    const owners = [...Array<string>(POOL_MAX).fill(service.home.id), service.stranger.id];
    const connect = () => service.app.get(ConnectionShares).connect();
    taken = await Promise.all(owners.map((tenantId) => inContext({ tenantId }, connect)));
  }

  it('events are delivered', async () => {
    const receiver = await Receiver.open();
    const asked = { url: receiver.url, events: ['topic.created'] };
    await strangerApi.post('/v0/webhook_subscriptions', asked).expect(201);
    await takeAll();
    await onlooker.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
       values (new_uuid(), $1, 'topic.created', 'topic_1', '{"type":"topic.created"}', now())`,
      [service.stranger.id],
    );
    await receiver.has(1);
    await receiver.close();
  });

  it('jobs are done', async () => {
    await onlooker.query(
      `insert into idempotent_answer (tenant_id, key, request_hash, status, body, created_at)
       values ($1, 'old', '', 200, '{}', now() - interval '25 hours')`,
      [service.home.id],
    );
    await takeAll();
    const send = () => service.app.get(Jobs).enqueue(forgetAnswers, {});
    await inContext({ tenantId: service.home.id, kind: 'job' }, () => service.app.get(UnitOfWork).run(send));
    const OLD = `select from idempotent_answer where key = 'old'`;
    await until(async () => (await onlooker.query(OLD)).rowCount === 0);
  });

  it('callers are let in, and the service tells how it is', async () => {
    const operator = apiClient(service.url, await service.keyWith(['metrics:read']));
    await takeAll();
    await operator.get('/metrics').expect(200);
    const { body } = await operator.get('/health/ready').expect(200);
    expect(body.parts).toHaveLength(4);
  });
});
