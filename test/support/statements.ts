import type { Pool, PoolClient } from 'pg';

/** Notes every statement that goes over the pool's connections while something is done. */
export function statementsOf(pool: Pool): (act: () => PromiseLike<unknown>) => Promise<string[]> {
  let noted: string[] = [];
  const listening = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (listening.has(client)) return;
    listening.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [first] = args as [string | { text?: string }];
      noted.push(typeof first === 'string' ? first : (first.text ?? ''));
      return query(...args);
    }) as typeof client.query;
  });
  return async (act) => {
    noted = [];
    await act();
    return noted;
  };
}
