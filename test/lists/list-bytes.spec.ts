import type { PoolClient } from 'pg';
import { LISTS } from '../../src/application/modules.js';
import type { ListRead } from '../../src/shared/database/lists/list-read.js';
import { useTestService } from '../support/test-service.js';
import { tablesOf } from './plan.js';

const WIDE = 100_000;
const TEXT = `repeat('x', ${WIDE})`;

/** Wide values by type; each row has its own. */
const WIDE_VALUES: Record<string, string> = {
  text: `${TEXT} || ctid::text`,
  json: `json_build_object('title', ${TEXT})`,
  jsonb: `jsonb_build_object('title', ${TEXT})`,
  'text[]': `array[${TEXT}]`,
};

/** Columns that have one of a few words. */
const WORDS = ['status', 'event_type'];

const { service } = useTestService();

interface Size {
  /** What the list takes its rows for. */
  told: number;
  /** As JSON of what it selects. */
  real: number;
}

async function sizeOf(client: PoolClient, { source }: ListRead<object>): Promise<Size> {
  const { columns, from, joined = '', alias, bytes, where = 'true' } = source;
  const { rows } = await client.query<Size>(
    `select coalesce(sum(told), 0)::float8 as told, coalesce(sum(octet_length(to_json(selected)::text)), 0)::float8 as real
     from (select ${bytes} as told, ${columns} from ${from} ${joined} where ${alias}.tenant_id = $1 and ${where}) selected`,
    [service.home.id],
  );
  return rows[0]!;
}

async function wideColumns(client: PoolClient, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       and format_type(atttypid, null) = any ($2) and attname <> all ($3)`,
    [table, Object.keys(WIDE_VALUES), WORDS],
  );
  return rows;
}

/** Whether the column takes a value as wide: words, keys and addresses do not. */
async function widen(
  client: PoolClient,
  table: string,
  { name, type }: { name: string; type: string },
): Promise<boolean> {
  try {
    await client.query(`update ${table} set ${name} = ${WIDE_VALUES[type]} where tenant_id = $1`, [
      service.home.id,
    ]);
    return true;
  } catch {
    return false;
  }
}

it.each(LISTS)('what the list $name selects is counted in its bytes', async (list) => {
  const client = await service.pool.connect();
  const uncounted: string[] = [];
  try {
    for (const table of await tablesOf(client, list.source, service.home.id)) {
      for (const column of await wideColumns(client, table)) {
        await client.query('begin');
        const before = await sizeOf(client, list);
        if (await widen(client, table, column)) {
          const after = await sizeOf(client, list);
          const grown = after.real - before.real;
          // Other columns of a row may be compressed now, which takes some bytes off what is told.
          if (grown > 0 && after.told - before.told < 0.9 * grown) uncounted.push(`${table}.${column.name}`);
        }
        await client.query('rollback');
      }
    }
  } finally {
    client.release();
  }
  expect(uncounted).toEqual([]);
});
