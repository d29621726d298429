import { Client } from 'pg';
import { SCHEMAS } from '../../src/application/modules.js';
import { prepareSchema } from '../../src/application/schema.js';
import { assertMigrated, migrate } from '../../src/shared/database/schema/migrate.js';
import type { Schema } from '../../src/shared/database/schema/orm-options.js';
import { JOB_SCHEMA_MADE } from '../../src/shared/jobs/job-schema.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

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

  it('are asked for by a process that does not migrate, which starts beside newer ones', async () => {
    await expect(startOn(NEXT)).rejects.toThrow('MIGRATE is false');
    await migrateTo(NEXT);
    await startOn(NEXT);
    await startOn(SCHEMAS);
  });
});
