import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { prepareSchema } from '../../src/application/schema.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { until } from '../support/until.js';

const RECORDED = JSON.parse(
  readFileSync(join(import.meta.dirname, '../architecture/migrations/migration-hashes.json'), 'utf8'),
) as Record<string, string>;

/** The one that processes take turns by, which migrate. */
const LOCK = `x'666f796572'::bigint`;

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

const start = (MIGRATE: boolean) => prepareSchema(database.url, { MIGRATE }, { say: () => undefined });

async function hashes(): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migration_hash',
  );
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

describe('the hashes of migrations', () => {
  it('are recorded with them', async () => {
    expect(await hashes()).toEqual(RECORDED);
  });

  it('are recorded as they are today in a database that has none', async () => {
    await client.query('drop table migration_hash');
    // A process that does not migrate records nothing, and has nothing to compare.
    await start(false);
    await Promise.all([start(true), start(true)]);
    expect(await hashes()).toEqual(RECORDED);
  });

  it('stay as they were recorded', async () => {
    const name = Object.keys(RECORDED).at(-1)!;
    await client.query(`update migration_hash set hash = 'another' where name = $1`, [name]);
    for (const MIGRATE of [true, false])
      await expect(start(MIGRATE)).rejects.toThrow(`${name} was changed after it was applied`);
    expect(await hashes()).toEqual({ ...RECORDED, [name]: 'another' });
  });

  it('of a newer release are left alone', async () => {
    const newer = { Migration39999999999999Newer: 'of the next release' };
    await client.query(`insert into migration (name) values ('Migration39999999999999Newer')`);
    await client.query('insert into migration_hash select * from json_each_text($1)', [
      JSON.stringify(newer),
    ]);
    await start(true);
    await start(false);
    expect(await hashes()).toEqual({ ...RECORDED, ...newer });
  });

  it('are compared with what a process has recorded that migrated at the same time', async () => {
    const name = Object.keys(RECORDED)[0]!;
    await client.query('truncate migration_hash');
    await client.query(`select pg_advisory_lock(${LOCK})`);
    const outcome = start(true).catch((error: unknown) => error);
    await until(async () => {
      const { rows } = await client.query(`
        select from pg_locks join pg_database d on d.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`);
      return rows.length === 1;
    });
    await client.query(`insert into migration_hash values ($1, 'of another build')`, [name]);
    await client.query(`select pg_advisory_unlock(${LOCK})`);
    expect(await outcome).toMatchObject({ message: expect.stringMatching(`^${name} was changed`) });
  });
});
