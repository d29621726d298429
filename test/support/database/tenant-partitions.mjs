import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PARTITIONS = 4;

/** Tables without a tenant, as listed in the docs. */
export function globalTables() {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/growing.md'), 'utf8');
  const section = page.slice(page.indexOf('### What is global'), page.indexOf('### What is asked'));
  return [...section.matchAll(/^\| `(\w+)` /gm)].map(([, table]) => table);
}

/**
 * Converts each table of tenants' rows to hash partitions by tenant, in a migrated and empty database; for a weekly
 * table, each week. The server then makes the same demands on keys as one that shards by tenant (Citus).
 * `applyRoutines` recreates the triggers, which are dropped with the tables.
 */
export async function partitionByTenant(client, applyRoutines) {
  const tables = await tablesOf(client);
  const weeks = await weeksOf(client);
  const parts = [];
  for (const table of tables) parts.push(await partsOf(client, table));
  for (const table of tables) await copyColumns(client, table);
  await client.query(`drop table ${tables.join(', ')}`);
  for (const table of tables) await makePartitions(client, table);
  const isForeign = ({ sql }) => sql.includes('FOREIGN KEY');
  const made = parts.flat();
  for (const { sql } of [...made.filter((each) => !isForeign(each)), ...made.filter(isForeign)])
    await client.query(sql);
  await applyRoutines(client);
  await client.query(NEW_PARTITION);
  for (const { week, table, bounds } of weeks)
    await client.query(`
      drop table ${week};
      select new_partition('${table}', '${week}');
      alter table ${table} attach partition ${week} ${bounds}`);
  await nameIndexes(client);
}

/** Replaces the service's own routine: each week has partitions by tenant. */
const NEW_PARTITION = `
  create or replace function new_partition(whole text, name text) returns void language plpgsql as $$
  begin
    execute format(
      'create table %I (like %I including defaults including storage) partition by hash (tenant_id)', name, whole);
    for part in 0..${PARTITIONS - 1} loop
      execute format(
        'create table %I partition of %I for values with (modulus ${PARTITIONS}, remainder %s)',
        name || '_p' || part, name, part);
    end loop;
  end $$`;

async function weeksOf(client) {
  const { rows } = await client.query(
    `select week.relname as week, whole.relname as table, pg_get_expr(week.relpartbound, week.oid) as bounds
     from pg_inherits join pg_class week on week.oid = inhrelid join pg_class whole on whole.oid = inhparent
     where whole.relkind = 'p' and whole.relnamespace = 'public'::regnamespace`,
  );
  return rows;
}

async function tablesOf(client) {
  const { rows } = await client.query(
    `select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and attname = 'tenant_id'
     where relkind = 'r' and not relispartition and relnamespace = 'public'::regnamespace and relname <> all ($1)
     order by relname`,
    [globalTables()],
  );
  return rows.map(({ name }) => name);
}

/** The statements that create the table's keys and indexes. */
async function partsOf(client, table) {
  const { rows } = await client.query(
    `select sql from (
       select format('alter table %I add constraint %I %s', $1::text, conname, pg_get_constraintdef(oid)) as sql,
         contype = 'p' as is_last
       from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u', 'f')
       union all
       select pg_get_indexdef(indexrelid), false from pg_index i
       where indrelid = $1::regclass
         and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
     ) parts order by is_last`,
    [table],
  );
  return rows;
}

async function copyColumns(client, table) {
  await client.query(
    `create table ${table}_partitioned (like ${table} including defaults including generated including identity including storage)
     partition by hash (tenant_id)`,
  );
}

async function makePartitions(client, table) {
  await client.query(`alter table ${table}_partitioned rename to ${table}`);
  for (let part = 0; part < PARTITIONS; part++)
    await client.query(
      `create table ${table}_p${part} partition of ${table} for values with (modulus ${PARTITIONS}, remainder ${part})`,
    );
}

/** Named like shards: the name of the whole table, and a number. */
async function nameIndexes(client) {
  const { rows } = await client.query(
    `select format('alter index %s rename to %I', inhrelid::regclass, parent.relname || '_' || row_number() over siblings) as sql
     from pg_inherits join pg_class parent on parent.oid = inhparent
       join pg_index on indexrelid = inhparent join pg_class whole on whole.oid = indrelid
     where parent.relkind = 'I' and pg_get_partkeydef(whole.oid) like 'HASH%' and not whole.relispartition
     window siblings as (partition by inhparent order by inhrelid)`,
  );
  for (const { sql } of rows) await client.query(sql);
}
