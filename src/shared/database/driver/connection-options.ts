import type { ClientConfig, PoolConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { needsPrimary, Primary } from './primary.js';
import { SessionClient } from './session-client.js';
import { readServerAddresses } from '../../config/server-addresses.js';

/** Driver options from a database URL. */
export function connectionOptions(databaseUrl: string): ClientConfig {
  const addresses = readServerAddresses(databaseUrl)!;
  const config = parseIntoClientConfig(addresses.url);
  return needsPrimary(addresses) ? new Primary(addresses.servers, config).options : config;
}

/** Options of a pool whose connections each keep a session. */
export function sessionOptions(directUrl: string): PoolConfig {
  return { ...connectionOptions(directUrl), Client: SessionClient };
}
