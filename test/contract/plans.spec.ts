import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { LISTS } from '../../src/modules.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { casesOf } from './list-cases.js';
import { planOf, scansIn, tablesOf } from './plan.js';
import { seed } from './seeding.js';

/** Of each tenant: one that had nearly all rows of a table would rightly be read in one go. */
const ROWS = 20_000;
const SEEDING_MS = 600_000;
const tenants = [randomUUID(), randomUUID()];

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  for (const id of tenants)
    await client.query('insert into tenant (id, name, created_at) values ($1::uuid, $1::uuid::text, now())', [
      id,
    ]);
  const tables = new Set<string>();
  for (const { source } of LISTS)
    for (const table of await tablesOf(
      client,
      `select ${source.columns} from ${source.from} ${source.joined ?? ''}`,
    ))
      tables.add(table);
  await seed(client, tables, tenants, ROWS);
}, SEEDING_MS);
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('of 20,000 rows', () => {
  it.each(LISTS)('none but those asked for are read by the list $name', async (list) => {
    const scans: string[] = [];
    for (const asked of await casesOf(client, list, tenants[0]!)) {
      for (const planning of asked.plannings) {
        const found = scansIn(await planOf(client, asked, planning));
        scans.push(...found.map((scan) => `${asked.about}, ${planning} plan: ${scan}`));
      }
    }
    expect(scans).toEqual([]);
  });
});
