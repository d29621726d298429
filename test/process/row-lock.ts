import { Client } from 'pg';
import { cleanUpLater, until } from './support.js';

export interface RowLock {
  /** Somebody waits for the row. */
  awaited(): Promise<void>;
  release(): Promise<void>;
}

/** Holds every topic, so that a request which changes one takes as long as the test wants. */
export async function lockTopics(databaseUrl: string): Promise<RowLock> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  cleanUpLater(() => client.end());
  await client.query('begin');
  await client.query('select from topic for update');
  return {
    awaited: () =>
      until(async () => {
        const { rowCount } = await client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rowCount === 1;
      }),
    release: async () => void (await client.query('rollback')),
  };
}
