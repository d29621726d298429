import { Client } from 'pg';
import { OUTDATED_STATE } from '../../src/shared/database/driver/postgres-errors.js';
import {
  FLOOR_CHANNEL,
  LOCK_SCHEMA_ALONE,
  UNLOCK_SCHEMA,
} from '../../src/shared/database/driver/schema-floor.js';
import { DeliveryWorker } from '../../src/modules/webhooks/sending/delivery-worker.js';
import { VisitWorker } from '../../src/modules/visits/computing/visit-worker.js';
import { JobEngine } from '../../src/shared/jobs/job-engine.js';
import { PreparedWrite, PreparedWrites } from '../../src/shared/database/records/prepared-writes.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { inContext, type WorkKind } from '../../src/shared/database/transactions/work-context.js';
import { HeldTransaction } from '../support/held-transaction.js';
import { startTestService, type TestService, useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';

const { service, api } = useTestService();

/** The number of a migration that the service does not know. */
const LATER = 39_999_999_999_999;

const insertTopic = new PreparedWrite(
  'topic.insert_in_background',
  `insert into topic (tenant_id, id, title, sort_order, is_default, created_at, updated_at)
   values ($1, gen_random_uuid(), $2, 1, false, now(), now())`,
);
const addTopicAs = (kind: WorkKind, title: string) =>
  inContext({ tenantId: service.home.id, kind }, () =>
    service.app.get(UnitOfWork).run(async () => service.app.get(PreparedWrites).atCommit(insertTopic, title)),
  );
const countOf = async (title: string) =>
  (await service.pool.query('select from topic where title = $1', [title])).rowCount;
const raiseTo = (number: number) => service.pool.query('update schema_floor set number = $1', [number]);
const addTopic = () => api.post('/v0/topics', { title: 'By a request' });

describe('once the schema needs a later migration', () => {
  it.each<WorkKind>(['job', 'lane'])(
    'a %s changes nothing, even before the process has noticed',
    async (kind) => {
      await addTopicAs(kind, `${kind} before`);
      await raiseTo(LATER);
      await expect(addTopicAs(kind, `${kind} after`)).rejects.toMatchObject({ code: OUTDATED_STATE });
      await raiseTo(0);
      expect([await countOf(`${kind} before`), await countOf(`${kind} after`)]).toEqual([1, 0]);
    },
  );

  it('requests that change something are answered 503, reads are answered', async () => {
    await raiseTo(LATER);
    await until(async () => (await addTopic()).status === 503);
    const refused = await addTopic();
    expect(refused.body).toMatchObject({ status: 503, code: 'outdated', type: 'urn:foyer:problem:outdated' });
    expect(refused.headers['retry-after']).toBe('1');
    expect((await api.get('/v0/topics')).status).toBe(200);
    expect((await api.get('/health/ready')).body).toMatchObject({ status: 503, code: 'outdated' });
    await raiseTo(0);
    await until(async () => (await addTopic()).status === 201);
    expect((await api.get('/health/ready')).status).toBe(200);
  });
});

let worker: TestService | undefined;
afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

it('all work in the background ends, and the process goes on serving', async () => {
  worker = await startTestService({ ROLE: 'all' });
  const { app, pool, home } = worker;
  const jobs = new Promise((resolve) => app.get(JobEngine).boss.once('stopped', () => resolve('stopped')));
  const { loop } = app.get<{ loop: object }>(VisitWorker, { strict: false });
  const { dispatcher } = app.get<{ dispatcher: object }>(DeliveryWorker, { strict: false });
  const areStopped = () => [loop, dispatcher].map((each) => Reflect.get(each, 'isStopped') as boolean);
  expect(areStopped()).toEqual([false, false]);
  await pool.query('update schema_floor set number = $1', [LATER]);
  await until(async () => areStopped().every((isStopped) => isStopped));
  expect(await jobs).toBe('stopped');
  expect((await home.api.get('/v0/topics')).status).toBe(200);
  expect((await home.api.get('/health/ready')).body).toMatchObject({ code: 'outdated' });
  expect((await home.api.get('/metrics')).status).toBe(200);
});

it('a contracting migration waits for a change that has begun', async () => {
  const { body: topic } = await addTopic();
  const path = `/v0/topics/${topic.topicId}`;
  const held = await HeldTransaction.begin(
    service,
    `select from topic where title = 'By a request' for update`,
  );
  const change = await held.holdsUp(api.patch(path, { title: 'Begun' }));
  const migration = new Client({ connectionString: service.databaseUrl });
  await migration.connect();
  let isAlone = false;
  const alone = migration.query(LOCK_SCHEMA_ALONE).then(() => (isAlone = true));
  await service.pool.query('select pg_notify($1, $2)', [FLOOR_CHANNEL, String(LATER)]);
  await until(async () => (await addTopic()).status === 503);
  expect(isAlone).toBe(false);
  await held.rollback();
  expect((await change.result).status).toBe(200);
  await alone;
  expect((await api.get(path)).body.title).toBe('Begun');
  expect((await addTopic()).status).toBe(503);
  await migration.query(UNLOCK_SCHEMA);
  await migration.end();
  await until(async () => (await api.patch(path, { title: 'As before' })).status === 200);
});
