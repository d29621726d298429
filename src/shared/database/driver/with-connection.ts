import { Client, type ClientConfig } from 'pg';
import { connectionOptions } from './connection-options.js';

const CONNECT_TIMEOUT_MS = 5000;

/** A connection for one piece of work, outside the pool. */
export async function withConnection<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
  options: ClientConfig = {},
): Promise<Result> {
  const client = new Client({
    ...connectionOptions(url),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...options,
  });
  // The waiting query gets the error of a lost connection. Without a listener, the error would also end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
