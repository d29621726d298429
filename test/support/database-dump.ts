import type { TestService } from './test-service.js';

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  order by 1`;

/** Every row of every table in every schema, as text, with the name of its table before it. */
export async function dumpOf({ pool }: Pick<TestService, 'pool'>): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(TABLES);
  const dumps = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    return rows.map(({ row }) => `${name}: ${row}`);
  });
  return (await Promise.all(dumps)).flat().sort();
}
