import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/**
 * One connection held from start to stop. It shows the other processes on the same server that this process
 * still needs the server, even while its pool is idle. It ends by itself when the process is killed.
 */
export type ServerLease = pg.Client & {
  ref(): void;
  unref(): void;
  /** Resolves once the connection is closed, also for callers that start to watch it later. */
  ended: Promise<void>;
};

const APPLICATION_NAME = 'foyer lease';

/** The other connections of the service. Without a lease beside them, their process has closed them or is gone. */
const OF_SERVICE = 'foyer-%';

/** How long to wait for the end of such connections, whose statements may still run, and of other clients. */
const ENDING_MS = 10_000;
const LINGERING_MS = 1000;

export async function leaseServer(port: number, password: string): Promise<ServerLease> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'foyer',
    password,
    // Not the service's own database, because that must remain free to be dropped or copied.
    database: 'postgres',
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: 5000,
    ssl: false,
  }) as ServerLease;
  // The service notices on its own connections that the server is gone.
  client.on('error', () => undefined);
  client.ended = new Promise((resolve) => client.once('end', () => resolve()));
  await client.connect();
  client.unref();
  return client;
}

export async function ensureDatabase(client: pg.Client): Promise<void> {
  const found = await client.query("select from pg_database where datname = 'foyer'");
  if (found.rowCount === 0) await client.query('create database foyer');
}

/**
 * False as soon as another process has a lease, or if clients of somebody else do not disconnect in time. Connections of
 * the service itself, which nobody holds any more, do not keep the server running for good.
 */
export async function isLastLease(client: pg.Client): Promise<boolean> {
  const begin = performance.now();
  for (;;) {
    const { present, ending, connected } = await countOthers(client);
    if (connected === 0) return true;
    if (present > 0) return false;
    const patience = ending > 0 ? ENDING_MS : LINGERING_MS;
    if (performance.now() - begin > patience) return connected === ending;
    await pause(10);
  }
}

interface Others {
  present: number;
  ending: number;
  connected: number;
}

async function countOthers(client: pg.Client): Promise<Others> {
  const { rows } = await client.query<Others>(
    `select count(*)::int as connected, count(*) filter (where application_name = $1)::int as present,
            count(*) filter (where application_name like $2)::int as ending
     from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    [APPLICATION_NAME, OF_SERVICE],
  );
  return rows[0] ?? { present: 0, ending: 0, connected: 0 };
}
