import type { Pool, PoolClient } from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

/** Notes every statement that goes over the pool's connections while something is done. */
export function statementsOf(pool: Pool): (act: () => PromiseLike<unknown>) => Promise<Statement[]> {
  let noted: Statement[] = [];
  const listening = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (listening.has(client)) return;
    listening.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [first, values] = args as [string | Partial<Statement>, unknown];
      const { text = '', values: own } = typeof first === 'string' ? { text: first } : first;
      noted.push({ text, values: own ?? (Array.isArray(values) ? values : []) });
      return query(...args);
    }) as typeof client.query;
  });
  return async (act) => {
    noted = [];
    await act();
    return noted;
  };
}
