import { readdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { startOldPostgres } from './old-postgres.js';
import {
  cleanUp,
  cleanUpLater,
  type Environment,
  freshDatabase,
  launch,
  newDataDir,
  query,
} from '../support.js';

afterEach(cleanUp);

const WRONG: [string, Environment, RegExp][] = [
  [
    'PROCESSES that is no number',
    { PROCESSES: '0' },
    /^PROCESSES must be auto, or a whole number from 1 to 256\.\n$/,
  ],
  ['a PORT that is no number', { PORT: 'abc' }, /^PORT must be a whole number from 0 to 65535\.\n$/],
  ['an API_KEY that is too short', { API_KEY: 'short' }, /^API_KEY must have at least 16 characters\.\n$/],
  [
    'a DATABASE_URL that is none',
    { DATABASE_URL: 'localhost:5432' },
    /^DATABASE_URL must be a URL such as .*\n$/,
  ],
  [
    'several at once',
    { ROLE: 'boss', MIGRATE: 'yes' },
    /^ROLE must be one of .*; MIGRATE must be true or false\.\n$/,
  ],
];

it.each(WRONG)('tells of %s', async (_what, environment, line) => {
  await expectRefusal(environment, line);
});

it('tells of a Node that is too old', async () => {
  const older = `Object.defineProperty(process.versions, 'node', { value: '20.19.0' })`;
  await expectRefusal(
    { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}` },
    /^Foyer runs on Node 24 or newer; this is Node 20\.19\.0\.\n$/,
  );
});

it('tells of a database that can not be reached', async () => {
  const port = await takenPort();
  await cleanUp();
  const DATABASE_URL = `postgres://user:secret@127.0.0.1:${port}/foyer`;
  await expectRefusal(
    { DATABASE_URL },
    /^DATABASE_URL: 127\.0\.0\.1:\d+\/foyer can't be used: .*ECONNREFUSED.*\n$/,
  );
});

it('tells of a wrong password, without showing it', async () => {
  const url = new URL(await freshDatabase());
  url.password = 'guessed';
  const stderr = await expectRefusal(
    { DATABASE_URL: url.href },
    /^DATABASE_URL: .*password authentication failed/,
  );
  expect(stderr).not.toContain('guessed');
});

it('tells of a user who may not make tables', async () => {
  const url = new URL(await freshDatabase('template1'));
  await query(url.href, `create role weak_${process.pid} login password 'secret'`);
  cleanUpLater(() => query(process.env.TEST_DATABASE_URL!, `drop role weak_${process.pid}`));
  Object.assign(url, { username: `weak_${process.pid}`, password: 'secret' });
  await expectRefusal(
    // A pooler does not know this user.
    { DATABASE_URL: url.href, DATABASE_DIRECT_URL: '' },
    /^DATABASE_URL: permission denied for schema public; .*tables\.\n$/,
  );
});

it('tells of a schema that is not there where MIGRATE is false', async () => {
  const DATABASE_URL = await freshDatabase('template1');
  await expectRefusal(
    { DATABASE_URL, MIGRATE: 'false' },
    /^MIGRATE is false, and .*npm run -s cli -- migrate\n$/,
  );
});

it('tells of a PostgreSQL that is too old', async () => {
  const DATABASE_URL = await startOldPostgres(140_005);
  await expectRefusal(
    { DATABASE_URL },
    /^DATABASE_URL: PostgreSQL 14 is too old; version 15 or newer is needed\.\n$/,
  );
});

it('tells of a PORT that is in use', async () => {
  const PORT = String(await takenPort());
  await expectRefusal(
    // The one after PORT may be another test's.
    { PORT, SITE_PORT: '0', DATABASE_URL: await freshDatabase() },
    new RegExp(`^PORT: ${PORT} on 127\\.0\\.0\\.1 is already in use\\.\\n$`),
  );
});

it.each([
  ['is not set', ', the port after PORT,', (port: number) => ({ PORT: String(port - 1) })],
  ['is set', '', (port: number) => ({ PORT: '0', SITE_PORT: String(port) })],
])('tells of a port of the site that is in use, where SITE_PORT %s', async (_what, origin, settings) => {
  const taken = await takenPort();
  await expectRefusal(
    { ...settings(taken), DATABASE_URL: await freshDatabase() },
    new RegExp(`^SITE_PORT: ${taken} on 127\\.0\\.0\\.1${origin} is already in use\\.\\n$`),
  );
});

it('tells of both ports, where both are in use', async () => {
  const [PORT, SITE_PORT] = [String(await takenPort()), String(await takenPort())];
  await expectRefusal(
    { PORT, SITE_PORT, DATABASE_URL: await freshDatabase() },
    new RegExp(
      `^PORT: ${PORT} on .* is already in use\\. SITE_PORT: ${SITE_PORT} on .* is already in use\\.\\n$`,
    ),
  );
});

it('tells of a port of the console that is in use before it makes a database', async () => {
  const [DATA_DIR, CONSOLE_PORT] = [await newDataDir(), String(await takenPort())];
  const attempt = launch({ DATA_DIR, CONSOLE_PORT });
  expect(await attempt.ended).toEqual({ code: 1, signal: null });
  expect(attempt.stderr).toBe(`CONSOLE_PORT: ${CONSOLE_PORT} on 127.0.0.1 is already in use.\n`);
  expect(attempt.stdout).toBe('');
  expect(await readdir(DATA_DIR)).toEqual([]);
});

it('tells of a HOST that is not this machine', async () => {
  await expectRefusal(
    { HOST: '203.0.113.1', DATABASE_URL: await freshDatabase() },
    /^HOST: 203\.0\.113\.1 is not an address of this machine\.\n$/,
  );
});

async function expectRefusal(environment: Environment, line: RegExp): Promise<string> {
  const attempt = launch(environment);
  expect(await attempt.ended).toEqual({ code: 1, signal: null });
  expect(attempt.stderr).toMatch(line);
  expect(attempt.stderr.split('\n')).toHaveLength(2);
  expect(attempt.stdout).toMatch(/^(\{.*\}\n)*$/);
  return attempt.stderr;
}

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUpLater(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}
