import type { Client } from 'pg';
import { until } from '../support/until.js';

interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  /** The words that a check allows. */
  words: string[];
  /** Whether only one row of several may have it. */
  isExclusive: boolean;
}

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
         coalesce((select array_agg(found[1]) from pg_constraint c,
           regexp_matches(pg_get_constraintdef(c.oid), '''([^'']+)''', 'g') found
           where c.conrelid = a.attrelid and c.contype = 'c' and a.attnum = any(c.conkey)), '{}') as words,
         exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique
           and pg_get_expr(i.indpred, i.indrelid) like '%' || a.attname || '%') as "isExclusive"
  from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attidentity = ''`;

/** What makes filling a table slow: its indexes, which are made afterwards, and its foreign keys, which are not. */
const BRAKES = `
  select format('drop index %s', indexrelid::regclass) as release,
         replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as restore
  from pg_index
  where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname), 'select'
  from pg_constraint where conrelid = $1::regclass and contype = 'f' and conparentid = 0`;

/** The parts of all values, computed once. The tenants take turns. */
const SEED_ROWS = `
  select n, ($1::uuid[])[n % cardinality($1::uuid[]) + 1] as tenant_id, lpad(to_hex(n), 6, '0') as hex,
         ('01938f5b-' || lpad(to_hex(n / 65536), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
         decode(md5(n::text), 'hex') as bytes, timestamptz '2026-01-01' + n * interval '1 second' as moment
  into temporary table seed_row
  from generate_series(1, $2::int * cardinality($1::uuid[])) row(n)`;

/** Fills the tables with as many rows for each of the tenants. */
export async function seed(
  client: Client,
  tables: ReadonlySet<string>,
  tenants: readonly string[],
  rows: number,
): Promise<void> {
  await client.query(SEED_ROWS, [tenants, rows]);
  for (const table of tables) await fill(client, table);
  for (const table of tables) await until(() => settle(client, table));
}

/** Whoever looks at the database meanwhile keeps rows from being marked as visible to all, which decides how they are read. */
async function settle(client: Client, table: string): Promise<boolean> {
  await client.query(`vacuum analyze ${table}`);
  const { rows } = await client.query<{ settled: boolean }>(
    `select bool_and(relallvisible >= relpages) as settled from pg_class
     where oid = $1::regclass or oid in (select relid from pg_partition_tree($1::regclass) where isleaf)`,
    [table],
  );
  return rows[0]!.settled;
}

/** Row `n` refers to row `n` of every other table. */
async function fill(client: Client, table: string): Promise<void> {
  const { rows: columns } = await client.query<Column>(COLUMNS, [table]);
  const { rows: brakes } = await client.query<{ release: string; restore: string }>(BRAKES, [table]);
  for (const { release } of brakes) await client.query(release);
  const names = columns.map(({ name }) => `"${name}"`);
  await client.query(
    `insert into ${table} (${names.join(', ')}) select ${columns.map(valueOf).join(', ')} from seed_row`,
  );
  for (const { restore } of brakes) await client.query(restore);
}

/** A value that is different in every row, but for moments that may be missing, which half of the rows have. */
function valueOf({ name, type, isNullable, words, isExclusive }: Column): string {
  if (name === 'tenant_id') return 'tenant_id';
  if (words.length > 0) return `'${words[0]}'`;
  if (type === 'boolean') return isExclusive ? 'false' : 'n % 499 = 0';
  const value = VALUES[type];
  if (!value) throw new Error(`No rows can be made up for ${name}, a ${type}.`);
  return type.startsWith('timestamp') && isNullable
    ? `case when hashint8(n + ${name.length * 1000}) % 2 = 0 then ${value(name)} end`
    : value(name);
}

const VALUES: Readonly<Record<string, (name: string) => string>> = {
  uuid: () => 'id',
  text: (name) => `'${name} ' || hex`,
  'character varying': (name) => `'${name} ' || hex`,
  'text[]': (name) => `array['${name} ' || hex]`,
  smallint: () => '(n % 1000)::smallint',
  integer: () => 'n::int',
  bigint: () => 'n',
  'bigint[]': () => 'array[n]',
  numeric: () => 'n',
  xid8: () => 'n::text::xid8',
  'double precision': () => 'n',
  json: () => `'[]'`,
  jsonb: () => `'[]'`,
  bytea: () => 'bytes',
  date: () => `date '2026-01-01' + (n % 300)::int`,
  'timestamp with time zone': () => 'moment',
};
