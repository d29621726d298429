import type { TestService } from '../test-service.js';
import { until } from '../until.js';

export const AT_ONCE = 30;

/** Settings for a service called by `atOnce`: a connection for each request. */
export const MANY_CONNECTIONS = { DATABASE_POOL_MAX: String(AT_ONCE) };

/**
 * Does something 30 times at once. All connections are opened before: on a busy machine, opening them
 * can take longer than a request waits for one.
 */
export async function atOnce<Result>(
  { pool }: TestService,
  act: (index: number) => PromiseLike<Result>,
): Promise<Result[]> {
  const places = Array.from({ length: AT_ONCE }, (_, index) => index);
  const connect = () => until(() => pool.connect().catch(() => undefined));
  const clients = await Promise.all(places.map(connect));
  for (const client of clients) client.release();
  return Promise.all(places.map(act));
}
