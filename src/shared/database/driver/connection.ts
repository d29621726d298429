import { randomBytes } from 'node:crypto';
import type { Client, PoolConfig } from 'pg';
import { connectionOptions } from './connection-options.js';
import { ServiceClient } from './service-client.js';
import { withConnection } from './with-connection.js';

/** A server that does not answer within this time counts as away. */
const CONNECT_TIMEOUT_MS = 1000;

/** Tells the connections of this process from those of others on the same database. */
const OWN_NAME = `foyer-${randomBytes(4).toString('hex')}`;

export interface PoolSize {
  max: number;
  /** How long to wait for a connection. */
  waitMs: number;
}

export function poolOptions(url: string, { max, waitMs }: PoolSize): PoolConfig {
  return {
    ...connectionOptions(url),
    max,
    connectionTimeoutMillis: waitMs,
    application_name: OWN_NAME,
    pipeline: true,
    Client: ServiceClient,
  };
}

/** Ends what this process still does in the database for requests that nobody waits for any more. */
export async function endOwnConnections(url: string): Promise<void> {
  const terminate = (client: Client) =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      OWN_NAME,
    ]);
  // Where the database is away, nothing is being done in it.
  await withConnection(url, terminate, { connectionTimeoutMillis: CONNECT_TIMEOUT_MS }).catch(
    () => undefined,
  );
}
