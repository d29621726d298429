import type { TestService } from '../test-service.js';

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    n.nspname || '.' || (select relname from pg_class where oid = coalesce(pg_partition_root(c.oid), c.oid)) as whole
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  order by 1`;

/** Every row of every table in every schema, as text, after its table's name; a partition has its parent's name. */
export async function dumpOf({ pool }: Pick<TestService, 'pool'>): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string; whole: string }>(TABLES);
  const dumps = tables.map(async ({ name, whole }) => {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    return rows.map(({ row }) => `${whole}: ${row}`);
  });
  return (await Promise.all(dumps)).flat().sort();
}
