import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { Primary } from './primary.js';
import { readServerAddresses } from '../../config/server-addresses.js';

/** Driver options from a database URL. */
export function connectionOptions(databaseUrl: string): ClientConfig {
  const { url, servers, needsPrimary } = readServerAddresses(databaseUrl)!;
  const config = parseIntoClientConfig(url);
  return needsPrimary ? new Primary(servers, config).options : config;
}
