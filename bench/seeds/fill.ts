import type { Client } from 'pg';
import { newUuid } from '../setup/built.ts';

/** Number of rows that a list needs for page 500 with 20 items per page, plus a reserve. */
export const LONG_LIST = 10_500;

/** Creates rows of a table. In the expressions, `n` counts from 1. */
export async function fill(
  client: Client,
  tenantId: string,
  { table, count, columns }: { table: string; count: number; columns: Record<string, string> },
): Promise<string[]> {
  const ids = Array.from({ length: count }, newUuid);
  await client.query(
    `insert into ${table} (id, tenant_id, ${Object.keys(columns).join(', ')})
     select id, $1, ${Object.values(columns).join(', ')}
     from unnest($2::uuid[]) with ordinality as made (id, n)`,
    [tenantId, ids],
  );
  return ids;
}

export const NOW = { created_at: 'now()', updated_at: 'now()' };
