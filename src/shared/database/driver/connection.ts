import { randomBytes } from 'node:crypto';
import type { Client, PoolConfig } from 'pg';
import { connectionOptions } from './connection-options.js';
import { ServiceClient } from './service-client.js';
import { withConnection } from './with-connection.js';

/** A server that does not answer within this time counts as down. */
const CONNECT_TIMEOUT_MS = 1000;

/** Distinguishes the connections of this process from those of others on the same database. */
const OWN_NAME = `foyer-${randomBytes(4).toString('hex')}`;

export interface PoolSize {
  max: number;
  /** Maximum wait for a connection. */
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

/** Ends the statements that this process still runs in the database for abandoned requests. */
export async function endOwnConnections(url: string): Promise<void> {
  const terminate = (client: Client) =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      OWN_NAME,
    ]);
  // If the database is down, nothing runs in it.
  await withConnection(url, terminate, { connectionTimeoutMillis: CONNECT_TIMEOUT_MS }).catch(
    () => undefined,
  );
}
