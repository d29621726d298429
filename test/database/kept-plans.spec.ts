import { Client } from 'pg';
import { ServiceClient } from '../../src/shared/database/driver/service-client.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';

// Before the service is closed, which drops the database.
afterAll(() => other.end());

const { service, api } = useTestService();

let other: Client;
beforeAll(async () => {
  other = new Client({ connectionString: service.databaseUrl });
  await other.connect();
});

const MANY = 5000;
const PERSON = `/v0/persons/${exampleId('person')}`;

/** How often persons were read, and how many rows by reading whole tables. The server tells it a second late. */
async function counted(): Promise<{ reads: number; rows: number }> {
  const { rows } = await other.query<{ reads: number; rows: number }>(
    `select sum(seq_scan + idx_scan)::int as reads, sum(seq_tup_read)::int as rows
     from pg_stat_user_tables where relname ~ '^person(_p[0-9]+)?$'`,
  );
  return rows[0]!;
}

it('a plan that was made for a few rows goes by an index when there are many', async () => {
  await other.query('vacuum analyze person');
  for (let run = 0; run < 10; run++) await api.get(PERSON).expect(200);
  await other.query(
    `insert into person (tenant_id, id, created_at, updated_at, name, slug, search_text)
     select $1, new_uuid(), now(), now(), 'P', 'p' || n, '' from generate_series(1, ${MANY}) n`,
    [service.home.id],
  );
  const before = await counted();
  const after = await until(async () => {
    for (let run = 0; run < 20; run++) await api.get(PERSON).expect(200);
    const now = await counted();
    return now.reads > before.reads + 100 && now;
  });
  expect(after.rows - before.rows).toBeLessThan(MANY);
});

it('nothing is compiled', async () => {
  const client = new ServiceClient({ connectionString: service.databaseUrl });
  await client.connect();
  const { rows } = await client.query('show jit');
  await client.end();
  expect(rows).toEqual([{ jit: 'off' }]);
});
