import type { QueryResult, QueryResultRow } from 'pg';
import { globalTables } from '../support/database/tenant-partitions.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { withClient } from '../support/database/with-client.js';

/** Keys and indexes of tables that are no partitions themselves, each with its first column and what that refers to. */
const KEYS = `
  with keys as (
    select conrelid as table_id, conname as name, conkey[1] as first, confrelid as other_id, confkey[1] as other_first
    from pg_constraint where contype = 'f' and conparentid = 0
    union all
    select indrelid, indexrelid::regclass::text, indkey[0], 0, null from pg_index
  )
  select t.relname as table, keys.name, a.attname as first, other.relname as other, o.attname as "otherFirst"
  from keys join pg_class t on t.oid = table_id and not t.relispartition
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
    left join pg_attribute a on a.attrelid = table_id and a.attnum = first
    left join pg_class other on other.oid = other_id
    left join pg_attribute o on o.attrelid = other_id and o.attnum = other_first
  where t.relkind in ('r', 'p')`;

const TABLES = `
  select relname as name, exists (
    select from pg_attribute where attrelid = c.oid and attname = 'tenant_id' and attnotnull
  ) as "hasTenant"
  from pg_class c
  where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`;

interface Key {
  table: string;
  name: string;
  first: string | null;
  other: string | null;
  otherFirst: string | null;
}

const GLOBAL_TABLES = globalTables();

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const query = <Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>> =>
  withClient(database.url, (client) => client.query<Row>(text, values));

/** Tables that are neither a tenant's nor listed as global, those that are listed in vain, and keys that begin otherwise. */
async function faults(): Promise<string[]> {
  const { rows: tables } = await query<{ name: string; hasTenant: boolean }>(TABLES);
  const { rows: keys } = await query<Key>(KEYS);
  const isGlobal = (table: string) => GLOBAL_TABLES.includes(table);
  return [
    ...tables.filter(({ name, hasTenant }) => !hasTenant && !isGlobal(name)).map(({ name }) => name),
    ...GLOBAL_TABLES.filter((listed) => !tables.some(({ name }) => name === listed)),
    ...keys.filter((key) => !isGlobal(key.table) && !beginsWithTenant(key)).map(({ name }) => name),
  ].sort();
}

function beginsWithTenant({ first, other, otherFirst }: Key): boolean {
  return first === 'tenant_id' && (other === null || other === 'tenant' || otherFirst === 'tenant_id');
}

/**
 * Where the server believes that each tenant has one row, every index that begins with the tenant seems as good for a
 * row by its id. It takes the newest then, which must be the primary key: any other has it read all rows of the tenant.
 */
it('the primary key is the newest index of a table', async () => {
  const { rows } = await query<{ table: string }>(
    `select c.relname as table from pg_index i join pg_class c on c.oid = i.indrelid
     where indisprimary and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1)
       and exists (
         select from pg_index other join pg_class o on o.oid = other.indexrelid join pg_am on pg_am.oid = o.relam
         where other.indrelid = i.indrelid and other.indexrelid > i.indexrelid and amname = 'btree'
       )`,
    [GLOBAL_TABLES],
  );
  expect(rows).toEqual([]);
});

describe('keys and indexes', () => {
  it('begin with the tenant, but for the tables that the docs list', async () => {
    expect(GLOBAL_TABLES).toContain('tenant');
    expect(await faults()).toEqual([]);
  });

  it('are found where they do not', async () => {
    await query(`
      create table planted (id uuid primary key, tenant_id uuid not null, parent_id uuid references tenant);
      create table homeless (id uuid);
      create unique index planted_parent on planted (parent_id, tenant_id);
      create index planted_age on planted (tenant_id, id)`);
    expect(await faults()).toEqual(['homeless', 'planted_parent', 'planted_parent_id_fkey', 'planted_pkey']);
  });
});
