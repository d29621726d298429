import { Client } from 'pg';
import { exampleId, exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid, wireId } from '../../src/shared/kernel/ids.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { until } from '../support/until.js';

let service: TestService;
let other: Client;

beforeAll(async () => {
  service = await startTestService({ DATABASE_POOL_MAX: '3' });
  other = new Client({ connectionString: service.databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await service.close();
});

const path = `/v0/topics/${exampleId('topic')}`;

async function waiting(): Promise<number[]> {
  const { rows } = await service.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
}

async function whileTopicIsHeld(act: () => Promise<void>): Promise<void> {
  await other.query('begin');
  await other.query('select from topic where id = $1 for update', [exampleUuid('topic')]);
  await act();
  await other.query('rollback');
}

describe('a connection that is lost in the middle of a transaction', () => {
  it('leaves the pool, however often that happens', async () => {
    for (let lost = 0; lost < 8; lost++) {
      await whileTopicIsHeld(async () => {
        const change = service.home.api.patch(path, { title: 'x' }).then((answer) => answer);
        const pid = await until(async () => (await waiting())[0]);
        await other.query('select pg_terminate_backend($1)', [pid]);
        const { status, headers, body } = await change;
        expect([status, headers['retry-after'], body.code]).toEqual([503, '1', 'database_unavailable']);
      });
    }
    await service.home.api.get(path).expect(200);
    await service.home.api.patch(path, { title: 'after all' }).expect(200);
    await until(() => service.pool.idleCount === service.pool.totalCount);
  });
});

describe('a prepared statement that is gone', () => {
  it('is prepared again', async () => {
    await service.home.api.get(path).expect(200);
    await service.pool.query('deallocate all');
    await Promise.all([1, 2, 3, 4].map(() => service.home.api.get(path).expect(200)));
  });
});

describe('a change of an entry', () => {
  it('waits for whoever holds its topic, because the topic is answered with it', async () => {
    const { body: entry } = await service.home.api
      .post(`${path}/entries`, { content: { type: 'text', content: 'x' } })
      .expect(201);
    let changed = false;
    let change!: Promise<unknown>;
    await whileTopicIsHeld(async () => {
      change = service.home.api
        .patch(`${path}/entries/${entry.topicEntryId}`, { sortOrder: 3 })
        .expect(200)
        .then(() => (changed = true));
      await until(async () => (await waiting())[0]);
      expect(changed).toBe(false);
    });
    await change;
  });
});

it('is busy, and says so, where a change that the ORM begins gets no connection in time', async () => {
  const busy = await startTestService({ DATABASE_POOL_MAX: '3', DATABASE_WAIT_MS: '200' });
  const holder = new Client({ connectionString: busy.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table topic in access exclusive mode');
  // Each of another topic: for the same one they would wait without a connection.
  const changes = Array.from({ length: 12 }, () =>
    fetch(`${busy.url}/v0/topics/${wireId('topic', newUuid())}`, {
      method: 'PATCH',
      headers: { 'x-api-key': busy.home.key, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Plans' }),
    }).then(({ status }) => status),
  );
  await Promise.race(changes);
  await holder.query('rollback');
  const statuses = await Promise.all(changes);
  expect(statuses).toContain(503);
  expect(statuses).not.toContain(500);
  await holder.end();
  await busy.close();
});
