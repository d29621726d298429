import { randomBytes } from 'node:crypto';
import { Client, type PoolConfig } from 'pg';

/** For a connection of our own: a server that does not answer within this time counts as away. */
const CONNECT_TIMEOUT_MS = 1000;

/** Bounds on what one connection may hold up: a statement, a wait for a lock, an open transaction. */
export const SESSION_LIMITS = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
};

/** Tells the connections of this process from those of others on the same database. */
const OWN_NAME = `foyer-${randomBytes(4).toString('hex')}`;

export const OLDEST_SUPPORTED = 15;

export interface PoolSize {
  max: number;
  /** How long to wait for a connection. */
  waitMs: number;
}

export function poolOptions({ max, waitMs }: PoolSize): PoolConfig {
  return {
    max,
    connectionTimeoutMillis: waitMs,
    application_name: OWN_NAME,
    pipeline: true,
    ...SESSION_LIMITS,
  };
}

/** Ends what this process still does in the database for requests that nobody waits for any more. */
export async function endOwnConnections(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      OWN_NAME,
    ]);
  } catch {
    // Where the database is away, nothing is being done in it.
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Why the service can't start on this database, in one line for the person who set DATABASE_URL. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
}

/** Asks the server before anything else does, so that what is wrong with it is said in one line. */
export async function assertUsable(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    assertNewEnough(rows[0]?.version ?? 0);
  } catch (error) {
    if (error instanceof UnusableDatabase) throw error;
    throw new UnusableDatabase(`DATABASE_URL: ${whereOf(url)} can't be used: ${messageOf(error)}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function assertNewEnough(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST_SUPPORTED) return;
  throw new UnusableDatabase(
    `DATABASE_URL: PostgreSQL ${major} is too old; version ${OLDEST_SUPPORTED} or newer is needed.`,
  );
}

function whereOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

// A host with several addresses fails with one error for each of them and no message of its own.
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
