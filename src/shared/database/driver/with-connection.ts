import { Client, type ClientConfig } from 'pg';
import { connectionOptions } from './connection-options.js';
import { SessionClient } from './session-client.js';

const CONNECT_TIMEOUT_MS = 5000;

type Work<Result> = (client: Client) => Promise<Result>;

/** A connection for one piece of work, outside the pool, through a pooler or not. Its session is left as it is. */
export const withConnection = <Result>(url: string, work: Work<Result>, options?: ClientConfig) =>
  connected(Client, url, work, options);

/** A session for one piece of work, outside the pool. */
export const withSession = <Result>(directUrl: string, work: Work<Result>, options?: ClientConfig) =>
  connected(SessionClient, directUrl, work, options);

async function connected<Result>(
  Connection: typeof Client,
  url: string,
  work: Work<Result>,
  options: ClientConfig = {},
): Promise<Result> {
  const client = new Connection({
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
