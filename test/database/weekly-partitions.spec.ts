import { Client } from 'pg';
import { WeeklyPartitions } from '../../src/shared/database/schema/time-partitions.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { until } from '../support/until.js';

const TABLES = ['event', 'webhook_delivery', 'webhook_attempt'];
const ENSURE = 'select ensure_week($1, $2)';

let database: TestDatabase;
const clients: Client[] = [];

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await database.drop();
});

/** The names of a table's partitions, each with its first id and that of the next. */
async function weeksOf(client: Client, table: string) {
  const { rows } = await client.query<{ name: string; from: string; to: string }>(
    `select relname as name, bounds[1] as from, bounds[2] as to
     from pg_inherits join pg_class on oid = inhrelid,
       regexp_match(pg_get_expr(relpartbound, oid), $$FROM \\('(.*)'\\) TO \\('(.*)'\\)$$) bounds
     where inhparent = $1::regclass and bounds is not null order by bounds[1]`,
    [table],
  );
  return rows;
}

it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland'])(
  'a week begins where the one before ends, for a server in %s',
  async (zone) => {
    const client = await connect();
    await client.query(`set timezone = '${zone}'`);
    for (let week = 0; week < 53; week++)
      await client.query(ENSURE, [
        ['event'],
        new Date(Date.parse('2030-01-07T12:00Z') + week * 7 * 86_400_000),
      ]);
    const weeks = (await weeksOf(client, 'event')).filter(({ name }) => /_203[01]\d{4}$/.test(name));
    expect(weeks).toHaveLength(53);
    expect(weeks[0]!.name).toBe('event_week_20300107');
    expect(weeks.slice(1).map(({ from }) => from)).toEqual(weeks.slice(0, -1).map(({ to }) => to));
  },
);

it.each(['commit', 'rollback'])(
  'a week that two make at once is made, after a %s of the first',
  async (end) => {
    const [first, second] = [await connect(), await connect()];
    const moment = new Date('2031-05-05');
    for (const client of [first, second]) await client.query('begin');
    await first.query(ENSURE, [TABLES, moment]);
    const waiting = second.query(ENSURE, [TABLES, moment]);
    const BLOCKED = `select from pg_locks where locktype = 'advisory' and not granted`;
    await until(async () => (await first.query(BLOCKED)).rowCount! > 0);
    await first.query(end);
    await waiting;
    await second.query('commit');
    for (const table of TABLES)
      expect((await weeksOf(first, table)).map(({ name }) => name)).toContain(`${table}_week_20310505`);
  },
);

it('a table that is no partition is left alone, whatever its name', async () => {
  const client = await connect();
  await client.query('create table event_week_20260105 as select 1 as kept');
  await client.query(ENSURE, [TABLES, new Date('2026-01-12')]);
  const partitions = new WeeklyPartitions(database.url, TABLES);
  await partitions.dropBefore(new Date('2026-02-02'));
  expect((await client.query('select kept from event_week_20260105')).rows).toEqual([{ kept: 1 }]);
  expect((await weeksOf(client, 'event')).map(({ name }) => name)).not.toContain('event_week_20260112');
});
