import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { call, operationsOf } from '../support/operations.js';
import { createTestDatabase } from '../support/test-database.js';
import { cleanUp, cleanUpLater, start } from './support.js';

const OLDER_BUILD = join(import.meta.dirname, 'older-build.sql');

/** Of the tenant with the samples. */
const key = 'a-key-of-the-older-build';

/** Both are kept by the migration itself. */
const ABOUT_MIGRATIONS = ['migration', 'applied_routines'];

afterEach(cleanUp);

it('the database of an older build is migrated with all that is in it, and served', async () => {
  const url = await olderDatabase();
  const before = await allRows(url);
  const instance = await start({ DATABASE_URL: url, ROLE: 'api', API_KEY: key });
  const after = await allRows(url);
  expect(Object.keys(before).length).toBeGreaterThan(20);
  expect(after).toEqual(before);

  const reads = (await operationsOf(instance)).filter(({ method }) => method === 'GET');
  const answers = await Promise.all(
    reads.map(async (operation) => {
      const { status } = await call(instance, operation, { path: operation.examplePath, key });
      return [operation.id, status];
    }),
  );
  expect(reads.length).toBeGreaterThan(30);
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
});

async function olderDatabase(): Promise<string> {
  const database = await createTestDatabase('template1');
  cleanUpLater(() => database.drop());
  const dump = await readFile(OLDER_BUILD, 'utf8');
  await withClient(database.url, (client) => client.query(dump));
  return database.url;
}

/** All rows by table, each as its values by column. */
function allRows(url: string): Promise<Record<string, object[]>> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
         and relname <> all ($1)`,
      [ABOUT_MIGRATIONS],
    );
    const found: Record<string, object[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: object }>(
        `select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)`,
      );
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  });
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
