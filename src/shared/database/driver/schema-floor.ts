import type { ClientBase } from 'pg';

/**
 * The number of the latest contracting migration in the database: only processes that know this migration can work with
 * the schema (decision 88). Like `migration`, `migrate` creates this table itself.
 */
export const FLOOR_TABLE = 'schema_floor';

/** Announces a contracting migration, by its number. */
export const FLOOR_CHANNEL = 'foyer_schema';

/** Each process holds this lock, shared. A contracting migration takes it alone, so it waits for older processes. */
const IN_USE_LOCK = 0x666f797266; // "foyrf"

export const HOLD_SCHEMA = `select pg_try_advisory_lock_shared(${IN_USE_LOCK}) as "isHeld"`;
export const RELEASE_SCHEMA = `select pg_advisory_unlock_shared(${IN_USE_LOCK})`;
export const LOCK_SCHEMA_ALONE = `select pg_advisory_lock(${IN_USE_LOCK})`;
export const UNLOCK_SCHEMA = `select pg_advisory_unlock(${IN_USE_LOCK})`;

/** The sessions that hold the lock. */
export const HOLDERS_OF_SCHEMA = `
  select pid, application_name as name, host(client_addr) as host
  from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and a.datid = l.database
    and a.datname = current_database() and (l.classid::bigint << 32 | l.objid::bigint) = ${IN_USE_LOCK}
  order by pid`;

/** Fails with `OUTDATED_STATE` if the number of the latest known migration is below the floor. */
export const ASSERT_BUILT_FOR = 'select assert_built_for($1)';

export async function floorIn(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ number: string }>(`select number from ${FLOOR_TABLE}`);
  return Number(rows[0]?.number ?? 0);
}

export function outdatedBy(built: number, floor?: number): string {
  const migration = floor === undefined ? '' : `migration ${floor}; `;
  return (
    `A newer release contracts the database schema (${migration}this release has migrations up to ${built}); start ` +
    `that release instead of this one.`
  );
}
