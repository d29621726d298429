import { jest } from '@jest/globals';
import { Client } from 'pg';
import { OUTDATED_STATE } from '../../src/shared/database/driver/postgres-errors.js';
import { FLOOR_CHANNEL, LOCK_SCHEMA_ALONE } from '../../src/shared/database/driver/schema-floor.js';
import { withSession } from '../../src/shared/database/driver/with-connection.js';
import { DeliveryWorker } from '../../src/modules/webhooks/sending/delivery-worker.js';
import { VisitWorker } from '../../src/modules/visits/computing/visit-worker.js';
import { forgetAnswers } from '../../src/shared/idempotency/idempotency.jobs.js';
import { JobEngine } from '../../src/shared/jobs/job-engine.js';
import { Jobs } from '../../src/shared/jobs/jobs.js';
import { SchemaFence } from '../../src/shared/database/transactions/schema-fence.js';
import { PreparedWrite, PreparedWrites } from '../../src/shared/database/records/prepared-writes.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { inContext, type WorkKind } from '../../src/shared/database/transactions/work-context.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { startTestService, type TestService, useTestService } from '../support/test-service.js';
import { withClient } from '../support/database/with-client.js';
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

describe('a process that serves and works', () => {
  const stoppable = ({ app }: TestService) => {
    const { loop } = app.get<{ loop: object }>(VisitWorker, { strict: false });
    const { dispatcher } = app.get<{ dispatcher: object }>(DeliveryWorker, { strict: false });
    return () => [loop, dispatcher].map((each) => Reflect.get(each, 'isStopped') as boolean);
  };

  it('ends all work in the background, and goes on serving', async () => {
    worker = await startTestService({ ROLE: 'all' });
    const { app, pool, home } = worker;
    const jobs = new Promise((resolve) => app.get(JobEngine).boss.once('stopped', () => resolve('stopped')));
    const areStopped = stoppable(worker);
    expect(areStopped()).toEqual([false, false]);
    await pool.query('update schema_floor set number = $1', [LATER]);
    await until(async () => areStopped().every((isStopped) => isStopped));
    expect(await jobs).toBe('stopped');
    expect((await home.api.get('/v0/topics')).status).toBe(200);
    expect((await home.api.get('/health/ready')).body).toMatchObject({ code: 'outdated' });
    expect((await home.api.get('/metrics')).status).toBe(200);
  });

  it('accepts changes and works again after the migration has failed', async () => {
    worker = await startTestService({ ROLE: 'all' });
    const { app, home } = worker;
    const areStopped = stoppable(worker);
    const migration = await waitingMigration(worker);
    await migration.hasLock;
    expect(areStopped()).toEqual([true, true]);
    expect((await home.api.post('/v0/topics', { title: 'Refused' })).status).toBe(503);
    // A first try that fails halfway is repeated.
    const { boss } = app.get(JobEngine);
    const workersOf = (name: string) => boss.getWipData().filter((each) => each.name === name).length;
    const work = boss.work.bind(boss) as (...given: unknown[]) => Promise<string>;
    const failure = jest.spyOn(boss, 'work').mockImplementation((...given: unknown[]) => {
      if (workersOf(forgetAnswers.name) === 0) return work(...given);
      failure.mockRestore();
      return Promise.reject(new Error('The connection is lost.'));
    });
    await migration.end();
    await until(async () => (await home.api.post('/v0/topics', { title: 'Accepted' })).status === 201);
    expect((await home.api.get('/health/ready')).status).toBe(200);
    expect(areStopped()).toEqual([false, false]);
    expect(workersOf(forgetAnswers.name)).toBe(forgetAnswers.atOnce);
    await inContext({ tenantId: home.id }, () =>
      app.get(UnitOfWork).run(() => app.get(Jobs).enqueue(forgetAnswers, {})),
    );
    await until(async () => (await doneJobs(worker!)) === 1);
  });

  it('leaves the schema to the next migration while it can not work again', async () => {
    worker = await startTestService({ ROLE: 'all' });
    const areStopped = stoppable(worker);
    const restart = jest.fn(() => Promise.reject(new Error('The connection is lost.')));
    worker.app.get(SchemaFence).onOutdated(() => Promise.resolve(), restart);
    const failed = await waitingMigration(worker);
    await failed.hasLock;
    await failed.end();
    await until(() => restart.mock.calls.length > 0);
    const next = await waitingMigration(worker);
    await next.hasLock;
    expect(areStopped()).toEqual([true, true]);
    await next.end();
  });

  it('does not work again once its shutdown has begun', async () => {
    worker = await startTestService({ ROLE: 'all' });
    const migration = await waitingMigration(worker);
    await migration.hasLock;
    const fence = worker.app.get(SchemaFence);
    let isResumed = false;
    fence.onOutdated(
      () => Promise.resolve(),
      () => (isResumed = true),
    );
    fence.onModuleDestroy();
    await migration.end();
    await until(async () => (await heldLocks(worker!)) === 1);
    // Looks follow each other, so the second one from now begins after work would have resumed.
    const looks = jest.spyOn(fence['lock'], 'floor');
    await until(() => looks.mock.calls.length === 2);
    expect([isResumed, fence.isOutdated]).toEqual([false, true]);
  });
});

describe('what has begun', () => {
  it('ends before a contracting migration: a change', async () => {
    const { body: topic } = await addTopic();
    const path = `/v0/topics/${topic.topicId}`;
    const held = await HeldTransaction.begin(
      service,
      `select from topic where title = 'By a request' for update`,
    );
    const change = await held.holdsUp(api.patch(path, { title: 'Begun' }));
    const migration = await waitingMigration(service);
    await until(async () => (await addTopic()).status === 503);
    expect(migration.isAlone()).toBe(false);
    await held.rollback();
    expect((await change.result).status).toBe(200);
    await migration.hasLock;
    expect((await api.get(path)).body.title).toBe('Begun');
    expect((await addTopic()).status).toBe(503);
    await migration.end();
    await until(async () => (await api.patch(path, { title: 'As before' })).status === 200);
  });

  it('ends before it: work in the background that begins one more transaction while it finishes', async () => {
    worker = await startTestService();
    const { app, databaseUrl, home } = worker;
    const run = (work: () => Promise<unknown>) =>
      inContext({ tenantId: home.id, kind: 'job' }, () => app.get(UnitOfWork).run(work));
    const [job, lateJob] = [pending(), pending()];
    const fence = app.get(SchemaFence);
    fence.onOutdated(() => job.promise);
    const migration = await waitingMigration({ databaseUrl });
    await until(() => fence.isOutdated);
    const unit = run(() => lateJob.promise);
    job.end();
    await home.api.get('/v0/topics');
    expect([migration.isAlone(), await heldLocks(worker)]).toEqual([false, 1]);
    lateJob.end();
    await unit;
    await migration.hasLock;
    await expect(run(() => Promise.resolve())).rejects.toMatchObject({ code: 'outdated' });
    await migration.end();
    await until(() =>
      run(() => Promise.resolve()).then(
        () => true,
        () => false,
      ),
    );
  });

  it('ends before it: work that has started when the process was already outdated', async () => {
    worker = await startTestService();
    const fence = worker.app.get(SchemaFence);
    const [first, late] = [pending(), pending()];
    fence.onOutdated(() => first.promise);
    const migration = await waitingMigration(worker);
    await until(() => fence.isOutdated);
    fence.onOutdated(() => late.promise);
    first.end();
    await worker.home.api.get('/v0/topics');
    expect([migration.isAlone(), await heldLocks(worker)]).toEqual([false, 1]);
    late.end();
    await migration.hasLock;
    let isFinished = false;
    fence.onOutdated(async () => (isFinished = true));
    expect(isFinished).toBe(true);
    await migration.end();
  });
});

it('a process that lost its lock and missed the announcement leaves', async () => {
  const migration = await waitingMigration(service, { isAnnounced: false });
  expect((await addTopic()).status).toBe(201);
  await service.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'foyer-schema' and datname = current_database()`,
  );
  await migration.hasLock;
  await until(async () => (await addTopic()).status === 503);
  await migration.end();
  await until(async () => (await addTopic()).status === 201);
});

it('the server soon notices that the machine of a process is gone, and releases its lock', async () => {
  const { client } = service.app.get(SchemaFence)['lock'] as unknown as { client: Client };
  for (const session of [client.query.bind(client), sessionQuery]) {
    const { rows } = await session(
      `select name, setting || coalesce(unit, '') as value from pg_settings where name like 'tcp_%' order by name`,
    );
    expect(rows).toEqual([
      { name: 'tcp_keepalives_count', value: '3' },
      { name: 'tcp_keepalives_idle', value: '10s' },
      { name: 'tcp_keepalives_interval', value: '5s' },
      { name: 'tcp_user_timeout', value: '25000ms' },
    ]);
  }
});

/** As `migrate` does it. */
const sessionQuery = (sql: string) => withSession(service.databaseUrl, (client) => client.query(sql));

function pending(): { promise: Promise<void>; end: () => void } {
  let end!: () => void;
  const promise = new Promise<void>((resolve) => (end = resolve));
  return { promise, end };
}

/** A migration that requests the lock alone, on its own connection. */
async function waitingMigration(
  { databaseUrl }: Pick<TestService, 'databaseUrl'>,
  { isAnnounced = true } = {},
) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  let isAlone = false;
  const hasLock = client.query(LOCK_SCHEMA_ALONE).then(() => (isAlone = true));
  await withClient(databaseUrl, async (other) => {
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await until(async () => isAlone || (await other.query(waiting)).rowCount === 1);
    if (isAnnounced) await other.query('select pg_notify($1, $2)', [FLOOR_CHANNEL, String(LATER)]);
  });
  return { hasLock, isAlone: () => isAlone, end: () => client.end() };
}

/** How many shared locks on the schema the process holds. */
async function heldLocks({ databaseUrl }: TestService): Promise<number> {
  const locks = `select from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and application_name = 'foyer-schema' and datname = current_database()`;
  return withClient(databaseUrl, async (client) => (await client.query(locks)).rowCount!);
}

async function doneJobs({ pool }: TestService): Promise<number> {
  const done = `select from jobs.job where name = $1 and data ? 'tenantId' and state = 'completed'`;
  return (await pool.query(done, [forgetAnswers.name])).rowCount!;
}
