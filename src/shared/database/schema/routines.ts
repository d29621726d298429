import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Schema } from './orm-options.js';

/** All sets of routines ever applied to a database. Like `migration`, `migrate` creates this table itself. */
export const ROUTINES_TABLE = 'applied_routines';

/** Identifies the routines that this program needs, by their text. */
export function routinesHash(schemas: readonly Schema[]): string {
  return createHash('sha256').update(transactionsOf(schemas).join(';\n')).digest('hex');
}

/**
 * Creates or replaces all functions and triggers. A set that is already in place is left alone, because replacing a
 * trigger locks its table. `isForced` is for tables that have just been migrated, because these may have lost their
 * triggers.
 */
export async function applyRoutines(
  client: ClientBase,
  schemas: readonly Schema[],
  { isForced }: { isForced: boolean },
): Promise<void> {
  await client.query(
    `create table if not exists ${ROUTINES_TABLE} (hash text primary key, applied_at timestamptz not null)`,
  );
  const hash = routinesHash(schemas);
  const { rows } = await client.query<{ hash: string }>(
    `select hash from ${ROUTINES_TABLE} order by applied_at desc limit 1`,
  );
  if (rows[0]?.hash === hash && !isForced) return;
  for (const text of transactionsOf(schemas)) await client.query(text);
  await client.query(
    `insert into ${ROUTINES_TABLE} values ($1, now()) on conflict (hash) do update set applied_at = excluded.applied_at`,
    [hash],
  );
}

/**
 * Several statements in one text are one transaction. The routines of a personal table lock the table, and may index it:
 * each table has its own transaction, so that nobody waits for another table. After a crash, all are applied again.
 */
function transactionsOf(schemas: readonly Schema[]): string[] {
  const tables = schemas.flatMap(({ personal = [] }) => personal);
  const all = [schemas.flatMap(({ routines = [] }) => routines), ...tables.map(({ routines }) => routines)];
  return all.filter(({ length }) => length > 0).map((routines) => routines.join(';\n'));
}
