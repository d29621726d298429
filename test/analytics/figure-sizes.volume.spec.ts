import { Client } from 'pg';
import { useTestService } from '../support/test-service.js';
import { CountedSessions } from './counted-sessions.js';
import { QUARTER } from './told-visits.js';

const { service } = useTestService();
const sessions = new CountedSessions(service);

/** Each partition has pages of its own, most of them empty. */
(process.env.PARTITIONED ? describe.skip : describe)('a session of an audience of its own', () => {
  const tables = ['analytics_delta', 'analytics_total', 'analytics_breakdown', 'analytics_value'];
  // Through a pooler, a statement is part of a transaction.
  let client: Client;
  beforeEach(async () => {
    client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query(`truncate ${tables.join()}`);
  });
  afterEach(() => client.end());

  async function bytes(): Promise<number> {
    const { rows } = await client.query<{ bytes: number }>(
      'select sum(pg_total_relation_size(name::regclass))::int as bytes from unnest($1::text[]) name',
      [tables],
    );
    return rows[0]!.bytes;
  }

  const hour = Date.UTC(2023, 0, 1);
  const come = (quarter: number) => sessions.flood(hour + quarter * QUARTER, null, 250, null);

  it('takes at most 1.5 KB beside itself', async () => {
    for (let quarter = 0; quarter < 8; quarter++) await come(quarter);
    await sessions.fold();
    for (const name of tables) await client.query(`vacuum full ${name}`);
    expect((await bytes()) / 2000).toBeLessThan(1500);
  });

  it('takes no more if rollups are written again and again before a vacuum', async () => {
    for (const name of tables) await client.query(`alter table ${name} set (autovacuum_enabled = off)`);
    for (let quarter = 0; quarter < 20; quarter++) {
      await come(quarter);
      await sessions.fold();
    }
    expect((await bytes()) / 5000).toBeLessThan(1500);
  });
});
