import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, operationsOf } from '../../support/openapi/operations.js';
import { createTestDatabase } from '../../support/database/test-database.js';
import { withClient } from '../../support/database/with-client.js';
import { cleanUp, cleanUpLater, start } from '../support.js';

const OLDER_BUILD = join(import.meta.dirname, 'older-build.sql');

/** Of the tenant with the samples. */
const key = 'a-key-of-the-older-build';

/** By table, each row as its values by column. */
type Rows = Record<string, Record<string, unknown>[]>;

/** Both are kept by the migration itself. */
const ABOUT_MIGRATIONS = ['migration', 'applied_routines'];

/** How many rows the first start of the new build makes. */
const MADE_AT_START: Record<string, number> = { service_secret: 12 };

/** Operations on a record of a kind that the older build did not have. */
const OF_NEW_RECORDS = /^\/v0\/(api_keys|brands|forms|form_submissions)\/\{/;

afterEach(cleanUp);

it('the database of an older build is migrated with all that is in it, and served', async () => {
  const url = await olderDatabase();
  const before = await allRows(url);
  const instance = await start({ DATABASE_URL: url, ROLE: 'api', API_KEY: key });
  const after = await allRows(url);
  expect(Object.keys(before).length).toBeGreaterThan(20);
  nameEvents(before);
  // There may be new tables.
  expect(Object.keys(after)).toEqual(expect.arrayContaining(Object.keys(before)));
  for (const [table, rows] of Object.entries(before)) {
    expect(after[table]).toHaveLength(rows.length + (MADE_AT_START[table] ?? 0));
    // There may be new columns.
    expect(after[table]).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row))));
  }

  const reads = (await operationsOf(instance)).filter(
    ({ method, path }) => method === 'GET' && !OF_NEW_RECORDS.test(path),
  );
  const answers = await Promise.all(
    reads.map(async (operation) => {
      const { status } = await call(instance, operation, { path: operation.examplePath, key });
      return [operation.id, status];
    }),
  );
  expect(reads.length).toBeGreaterThan(30);
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);

  const { status } = await fetch(`${instance.url}/v0/topics`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: '{"title": "First of the new build"}',
  });
  expect(status).toBe(201);
  const numbers = (rows: Rows) => rows.event!.map(({ seq }) => seq as number);
  expect(Math.max(...numbers(await allRows(url)))).toBeGreaterThan(Math.max(...numbers(before)));
});

/** As the migration does it: attempts name the event of their delivery. */
function nameEvents({ webhook_attempt: attempts, webhook_delivery: deliveries }: Rows): void {
  const events = new Map(deliveries!.map(({ id, event_id }) => [id, event_id]));
  for (const attempt of attempts!) attempt.event_id = events.get(attempt.delivery_id);
  expect(attempts!.length).toBeGreaterThan(0);
}

async function olderDatabase(): Promise<string> {
  const database = await createTestDatabase('template1');
  cleanUpLater(() => database.drop());
  const dump = await readFile(OLDER_BUILD, 'utf8');
  await withClient(database.url, (client) => client.query(dump));
  return database.url;
}

function allRows(url: string): Promise<Rows> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
         and relname <> all ($1) order by relname`,
      [ABOUT_MIGRATIONS],
    );
    const found: Rows = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)`,
      );
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  });
}
