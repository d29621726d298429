import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { LISTS } from '../../src/application/modules.js';
import { PARTITIONS } from '../support/database/tenant-partitions.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { casesOf } from './list-cases.js';
import { FEW, isPlanKept, planOf, scansIn, tablesOf, type PlanNode } from './plan.js';
import { seed } from './seeding.js';

/** Of each tenant: one that had nearly all rows of a table, or of a partition, would rightly be read in one go. */
const ROWS = 20_000;
const SEEDING_MS = 600_000;

let database: TestDatabase;
let client: Client;
let tenants: string[];
/** First pages of partitioned tables are rightly planned each time: a plan for all tenants would count in all of them. */
let isPartitioned: boolean;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  isPartitioned = await hasPartitions();
  tenants = await neighbours();
  for (const id of tenants)
    await client.query('insert into tenant (id, name, created_at) values ($1::uuid, $1::uuid::text, now())', [
      id,
    ]);
  const tables = new Set<string>();
  for (const { source } of LISTS)
    for (const table of await tablesOf(client, source, tenants[0]!)) tables.add(table);
  await seed(client, tables, tenants, ROWS);
}, SEEDING_MS);
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function hasPartitions(): Promise<boolean> {
  const table = `select from pg_partitioned_table where partrelid = 'topic'::regclass`;
  return (await client.query(table)).rowCount === 1;
}

/** Two tenants that are in one partition, where tables have partitions. */
async function neighbours(): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from unnest($1::uuid[]) id
     where ${isPartitioned ? `satisfies_hash_partition('topic'::regclass, ${PARTITIONS}, 0, id)` : 'true'}
     limit 2`,
    [Array.from({ length: 100 }, () => randomUUID())],
  );
  return rows.map(({ id }) => id);
}

describe('of 20,000 rows', () => {
  it.each(LISTS)('none but those asked for are read by the list $name', async (list) => {
    const scans: string[] = [];
    for (const asked of await casesOf(client, list, tenants[0]!)) {
      for (const planning of asked.plannings) {
        const found = scansIn(await planOf(client, asked, planning), asked.most);
        scans.push(...found.map((scan) => `${asked.about}, ${planning} plan: ${scan}`));
      }
    }
    expect(scans).toEqual([]);
  });

  it.each(LISTS)('no row is sorted to find where a page of the list $name ends', async (list) => {
    const sorts: string[] = [];
    for (const asked of await casesOf(client, list, tenants[0]!)) {
      if (!asked.isLookAhead) continue;
      const nodes = await planOf(client, asked, 'custom');
      const isSort = (node: PlanNode) => node['Node Type'].endsWith('Sort') && node['Actual Rows']! > FEW;
      if (nodes.some(isSort)) sorts.push(asked.about);
    }
    expect(sorts).toEqual([]);
  });

  // Where all that match are found first, the best way to find them depends on the text.
  it.each(LISTS.filter(({ source }) => !source.findFirst))('the list $name is planned once', async (list) => {
    const cases = (await casesOf(client, list, tenants[0]!)).filter(({ isPlannedOnce }) => isPlannedOnce);
    const plannedAnew: string[] = [];
    for (const asked of cases.filter(({ page }) => page === 'later' || !isPartitioned))
      if (!(await isPlanKept(client, asked))) plannedAnew.push(asked.about);
    expect(plannedAnew).toEqual([]);
  });
});
