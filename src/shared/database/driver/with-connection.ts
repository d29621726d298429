import { Client, type ClientConfig } from 'pg';
import { connectionOptions } from './connection-options.js';

const CONNECT_TIMEOUT_MS = 5000;

/** A connection for one piece of work, apart from the pool. */
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
  // A break is told to the query that waits. Without a listener it would end the process as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
