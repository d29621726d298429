import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { needsPrimary, Primary } from './primary.js';
import { readServerAddresses } from '../../config/server-addresses.js';

/** Driver options from a database URL. */
export function connectionOptions(databaseUrl: string): ClientConfig {
  const addresses = readServerAddresses(databaseUrl)!;
  const config = parseIntoClientConfig(addresses.url);
  return needsPrimary(addresses) ? new Primary(addresses.servers, config).options : config;
}
