import { Client } from 'pg';
import { FLOOR_CHANNEL, HOLD_SCHEMA } from '../../src/shared/database/driver/schema-floor.js';
import { UnusableDatabase } from '../../src/shared/database/driver/usable-database.js';
import { withSession } from '../../src/shared/database/driver/with-connection.js';
import { withoutOlderProcesses } from '../../src/shared/database/schema/contraction.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { until } from '../support/until.js';

const FLOOR = 39_999_999_999_999;

let database: TestDatabase;
let older: Client;

beforeEach(async () => {
  database = await createTestDatabase();
  older = new Client({ connectionString: database.url, application_name: 'foyer-schema' });
  await older.connect();
  await older.query(HOLD_SCHEMA);
});
afterEach(async () => {
  await older.end();
  await database.drop();
});

const contract = (work: () => Promise<unknown>, patienceMs: number) =>
  withSession(database.url, async (client) => {
    const { url } = database;
    const result = await withoutOlderProcesses(client, { url, floor: FLOOR, patienceMs }, work);
    return [result, await timeLimit(client)];
  });

const timeLimit = async (client: Client) =>
  (await client.query<{ lock_timeout: string }>('show lock_timeout')).rows[0]!.lock_timeout;

it('a contracting migration that has waited too long fails, and names the processes that it waited for', async () => {
  let isDone = false;
  const refused = contract(async () => (isDone = true), 100);
  const { rows } = await older.query<{ pid: number }>('select pg_backend_pid() as pid');
  await expect(refused).rejects.toThrow(UnusableDatabase);
  await expect(refused).rejects.toThrow(
    'The migration has waited 0.1 s for older processes, and has changed nothing. These still use the schema: ' +
      `server process ${rows[0]!.pid} ("foyer-schema", from 127.0.0.1); stop them, and migrate again.`,
  );
  expect(isDone).toBe(false);
});

it('the limit ends with the wait: the migration itself may wait for locks', async () => {
  await older.query('select pg_advisory_unlock_all()');
  expect(await contract(async () => 'done', 60_000)).toEqual(['done', '0']);
});

it('a failed migration lets go of the schema', async () => {
  await older.query('select pg_advisory_unlock_all()');
  await withSession(database.url, async (client) => {
    const options = { url: database.url, floor: FLOOR, patienceMs: 60_000 };
    const failure = withoutOlderProcesses(client, options, () => Promise.reject(new Error('no such column')));
    await expect(failure).rejects.toThrow('no such column');
    expect((await older.query<{ isHeld: boolean }>(HOLD_SCHEMA)).rows).toEqual([{ isHeld: true }]);
  });
});

it('all announcements come over one connection', async () => {
  const announcers: number[] = [];
  older.on('notification', ({ processId, payload }) => {
    expect(payload).toBe(String(FLOOR));
    announcers.push(processId);
  });
  await older.query(`listen ${FLOOR_CHANNEL}`);
  const contracted = contract(async () => 'done', 60_000);
  await until(() => announcers.length === 3);
  expect(new Set(announcers).size).toBe(1);
  await older.query('select pg_advisory_unlock_all()');
  expect(await contracted).toEqual(['done', '0']);
});

it('announcements go on over another connection after one is lost', async () => {
  const announcers = new Set<number>();
  older.on('notification', ({ processId }) => announcers.add(processId));
  await older.query(`listen ${FLOOR_CHANNEL}`);
  const contracted = contract(async () => 'done', 60_000);
  await until(() => announcers.size === 1);
  await older.query('select pg_terminate_backend($1)', [...announcers]);
  await until(() => announcers.size === 2);
  await older.query('select pg_advisory_unlock_all()');
  await contracted;
});
