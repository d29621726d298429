import type { Client } from 'pg';
import type { DatabaseUrls } from './database-url.js';
import { processIdOf } from '../../libraries/pg-internals.js';
import { IS_READ_ONLY } from './primary.js';
import { placeOf } from '../../config/server-addresses.js';
import { withConnection } from './with-connection.js';

const OLDEST_SUPPORTED = 15;

/** How often to check whether a connection through a pooler keeps its session. */
const SESSION_ROUNDS = 5;

const IDENTITY = `
  select system_identifier || '/' || oid as identity from pg_control_system(), pg_database
  where datname = current_database()`;

/** Why the service can't start on this database, in one line for the person who set DATABASE_URL. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
}

/** Checks the server before anything else uses it, so that a problem is reported in one line. */
export async function assertUsable({ url, directUrl }: DatabaseUrls): Promise<void> {
  const identity = await check('DATABASE_URL', url, { needsSession: url === directUrl });
  if (url === directUrl) return;
  if ((await check('DATABASE_DIRECT_URL', directUrl, { needsSession: true })) === identity) return;
  throw new UnusableDatabase('DATABASE_DIRECT_URL and DATABASE_URL point to different databases.');
}

/** Returns what identifies this database. */
async function check(
  setting: string,
  url: string,
  { needsSession }: { needsSession: boolean },
): Promise<string> {
  try {
    return await withConnection(url, async (client) => {
      await assertNewEnough(client, setting);
      await assertWritable(client, `${setting}: ${placeOf(url)}`);
      if (needsSession && !(await keepsSession(client, url))) {
        throw new UnusableDatabase(
          `${setting}: ${placeOf(url)} is a pooler in transaction mode; ` +
            'DATABASE_DIRECT_URL must point to PostgreSQL itself.',
        );
      }
      return (await client.query<{ identity: string }>(IDENTITY)).rows[0]!.identity;
    });
  } catch (error) {
    if (error instanceof UnusableDatabase) throw error;
    throw new UnusableDatabase(`${setting}: ${placeOf(url)} can't be used: ${messageOf(error)}.`);
  }
}

async function assertNewEnough(client: Client, setting: string): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
  if (major >= OLDEST_SUPPORTED) return;
  throw new UnusableDatabase(
    `${setting}: PostgreSQL ${major} is too old; version ${OLDEST_SUPPORTED} or newer is needed.`,
  );
}

async function assertWritable(client: Client, place: string): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(`select ${IS_READ_ONLY} as "isReadOnly"`);
  if (!rows[0]?.isReadOnly) return;
  throw new UnusableDatabase(
    `${place} is a standby or read-only; name the primary, or all servers: host1,host2.`,
  );
}

/** A pooler that reassigns sessions between transactions can't hold locks or listen. */
async function keepsSession(client: Client, url: string): Promise<boolean> {
  const own = await sessionOf(client);
  if (own === processIdOf(client)) return true;
  return withConnection(url, async (other) => {
    for (let round = 0; round < SESSION_ROUNDS; round++) {
      await other.query('begin');
      const [others, ownNow] = [await sessionOf(other), await sessionOf(client)];
      await other.query('rollback');
      if (others === own || ownNow !== own) return false;
    }
    return true;
  });
}

async function sessionOf(client: Client): Promise<number> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
}

// A host with several addresses fails with one error per address and no message of its own.
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
