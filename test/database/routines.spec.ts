import { Client } from 'pg';
import { PERSONAL_TABLES, SCHEMAS } from '../../src/application/modules.js';
import { prepareSchema } from '../../src/application/schema.js';
import { assertMigrated, migrate } from '../../src/shared/database/schema/migrate.js';
import type { Schema } from '../../src/shared/database/schema/orm-options.js';
import { JOB_SCHEMA_MADE } from '../../src/shared/jobs/job-schema.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

let database: TestDatabase;
let client: Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** The next release: its trigger makes deliveries of no event. */
const NEXT: readonly Schema[] = SCHEMAS.map((schema) => ({
  ...schema,
  routines: schema.routines?.map((text) => text.replace('s.active and', 's.active and false and')),
}));

const migrateTo = (schemas: readonly Schema[]) =>
  migrate(database.url, schemas, { rest: async () => undefined, say: () => undefined, patienceMs: 60_000 });
const startOn = (schemas: readonly Schema[]) => assertMigrated(database.url, schemas, JOB_SCHEMA_MADE);

/** How many deliveries an event makes that one subscription wants. */
async function deliveriesOfAnEvent(): Promise<number> {
  await client.query(`insert into tenant values (gen_random_uuid(), gen_random_uuid(), now())`);
  await client.query(
    `insert into webhook_subscription (id, tenant_id, url, events, active, ordering, sealed_secret, created_at, updated_at)
     select gen_random_uuid(), id, 'https://hooks.example.com/', '{topic.created}', true, 'none', '', now(), now() from tenant`,
  );
  await client.query(
    `insert into event (id, tenant_id, type, resource, payload, created_at)
     select new_uuid(), id, 'topic.created', 'topic_1', '{}', now() from tenant`,
  );
  return (await client.query('delete from webhook_delivery')).rowCount!;
}

describe('functions and triggers', () => {
  it('are replaced in a migrated database when their text has changed', async () => {
    expect(await deliveriesOfAnEvent()).toBe(1);
    await migrateTo(NEXT);
    expect(await deliveriesOfAnEvent()).toBe(0);
    await prepareSchema(database.url, { MIGRATE: true });
    expect(await deliveriesOfAnEvent()).toBeGreaterThan(0);
  });

  it('are made in a database that an earlier release had made them in by a migration', async () => {
    await client.query('drop table applied_routines');
    await migrateTo(NEXT);
    expect(await deliveriesOfAnEvent()).toBe(0);
  });

  it.each([
    ['is the same', async () => undefined],
    ['is the same again, after another release', () => migrateTo(NEXT)],
  ])('lock no table while their text %s', async (_, before) => {
    await before();
    await prepareSchema(database.url, { MIGRATE: true });
    await client.query('begin');
    await client.query('lock table event in access exclusive mode');
    await prepareSchema(database.url, { MIGRATE: true });
    await client.query('commit');
  });

  it('lock one personal table at a time', async () => {
    const indexed = PERSONAL_TABLES.filter(({ isIndexed }) => isIndexed).map(({ name }) => name);
    const held = await HeldTransaction.begin(
      { databaseUrl: database.url },
      `lock table ${indexed.at(-1)} in row exclusive mode`,
    );
    const migrating = await held.holdsUp(migrateTo(NEXT));
    const { rows } = await client.query<{ name: string }>(
      `select l.relation::regclass::text as name from pg_locks l join pg_stat_activity a using (pid)
       where a.application_name like 'foyer-migrate-%' and l.locktype = 'relation'
         and l.database = (select oid from pg_database where datname = current_database())
         and l.mode in ('ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
    );
    expect(rows).toEqual([{ name: indexed.at(-1) }]);
    // Nothing is in place until all is.
    await expect(startOn(NEXT)).rejects.toThrow('MIGRATE is false');
    await held.commit();
    await migrating.result;
    await startOn(NEXT);
  });

  it('are asked for by a process that does not migrate, which starts beside newer ones', async () => {
    await expect(startOn(NEXT)).rejects.toThrow('MIGRATE is false');
    await migrateTo(NEXT);
    await startOn(NEXT);
    await startOn(SCHEMAS);
  });
});
