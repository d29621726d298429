import { Pool } from 'pg';
import { pino } from 'pino';
import { prepareSchema } from '../../../src/application/schema.js';
import { poolOptions } from '../../../src/shared/database/driver/connection.js';
import { withSession } from '../../../src/shared/database/driver/with-connection.js';
import { call, inSafeOrder, operationsOf } from '../../support/openapi/operations.js';
import { hasPgBouncer, startPgBouncer } from '../../support/servers/pgbouncer.mjs';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { withClient } from '../../support/database/with-client.js';

/** What an administrator may set for a server, a database or a role, each unlike the default. */
const UNUSUAL: Record<string, string> = {
  DateStyle: 'German',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  extra_float_digits: '-5',
  search_path: 'elsewhere',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
};

const EFFECTIVE = `
  select current_setting('DateStyle') as dates, current_setting('IntervalStyle') as intervals,
    current_setting('TimeZone') as zone, current_setting('bytea_output') as bytes,
    current_setting('extra_float_digits') as digits, current_setting('search_path') as path,
    current_setting('transaction_isolation') as isolation`;

const USUAL = {
  dates: 'ISO, MDY',
  intervals: 'postgres',
  zone: 'UTC',
  bytes: 'hex',
  digits: '1',
  path: 'public, elsewhere, public',
  isolation: 'read committed',
};

async function makeUnusual({ url }: TestDatabase): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await withClient(url, async (client) => {
    for (const [setting, value] of Object.entries(UNUSUAL))
      await client.query(`alter database ${name} set ${setting} = '${value}'`);
  });
}

/** The examples that fail, with their statuses. */
async function failures(service: TestService): Promise<Record<string, number>> {
  const failed: Record<string, number> = {};
  for (const operation of inSafeOrder(await operationsOf(service))) {
    const { status } = await call(service, operation, { path: operation.examplePath, key: service.home.key });
    if (!operation.successStatuses.includes(status)) failed[operation.id] = status;
  }
  return failed;
}

/** For a statement alone, with and without values, and within a transaction. */
async function expectUsual(url: string): Promise<void> {
  const pool = new Pool(poolOptions(url, { max: 1, waitMs: 5000 }));
  expect((await pool.query(EFFECTIVE)).rows).toEqual([USUAL]);
  expect((await pool.query(`${EFFECTIVE} where $1`, [true])).rows).toEqual([USUAL]);
  const client = await pool.connect();
  await client.query('begin');
  expect((await client.query(EFFECTIVE)).rows).toEqual([USUAL]);
  await client.query('commit');
  client.release();
  await pool.end();
}

async function expectExamplesToWork(database: TestDatabase): Promise<void> {
  const service = await startTestService({}, pino({ level: 'silent' }), database);
  expect(await failures(service)).toEqual({});
  await service.close();
}

describe('a database with unusual settings', () => {
  it('gets its tables in the schema public, and all examples work', async () => {
    const database = await createTestDatabase('template1');
    await makeUnusual(database);
    await prepareSchema(database.url, { MIGRATE: true });
    await expectExamplesToWork(database);
  });

  it('keeps its tables in the schema that has them', async () => {
    const database = await createTestDatabase('template1');
    await withClient(database.url, (client) => client.query('create schema elsewhere'));
    await makeUnusual(database);
    await prepareSchema(database.url, { MIGRATE: true });
    const { rows } = await withClient(database.url, (client) =>
      client.query(`select schemaname from pg_tables where tablename = 'topic'`),
    );
    expect(rows).toEqual([{ schemaname: 'elsewhere' }]);
    await expectExamplesToWork(database);
  });

  it('changes no session of ours', async () => {
    const database = await createTestDatabase();
    await makeUnusual(database);
    await expectUsual(database.url);
    const { rows } = await withSession(database.url, (client) => client.query(EFFECTIVE));
    expect(rows).toEqual([USUAL]);
    await database.drop();
  });

  /** Needs Debian's package `pgbouncer`. */
  (hasPgBouncer ? it : it.skip)('works through PgBouncer in transaction mode', async () => {
    const database = await createTestDatabase();
    await makeUnusual(database);
    const pooler = await startPgBouncer(database.url, 'transaction');
    await expectUsual(pooler.url);
    await expectExamplesToWork({ ...database, pooledUrl: pooler.url });
    await pooler.stop();
  });
});
