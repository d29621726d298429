import { DebianPostgres, hasDebianPostgres } from '../../support/servers/debian-postgres.js';
import { sendJob } from '../sent-job.js';
import {
  cleanUp,
  cleanUpLater,
  cli,
  freshDatabase,
  type Instance,
  launch,
  query,
  start,
  until,
} from '../support.js';

afterEach(cleanUp);

const READ_WRITE = 'target_session_attrs=read-write';

it('answers changes with 503 while the server is read-only, and is not ready', async () => {
  const DATABASE_URL = await freshDatabase();
  const instance = await start({ DATABASE_URL });
  expect((await changed(instance)).status).toBe(201);
  await setReadOnly(DATABASE_URL, true);

  await until(async () => (await changed(instance)).status === 503);
  const refused = await changed(instance);
  expect([refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    '1',
    { code: 'database_read_only' },
  ]);
  expect((await instance.get('/v0/topics')).status).toBe(200);
  const readiness = await fetch(`${instance.url}/health/ready`);
  expect([readiness.status, await readiness.json()]).toMatchObject([503, { code: 'database_read_only' }]);

  await setReadOnly(DATABASE_URL, false);
  await until(async () => (await changed(instance)).status === 201);
  await until(async () => (await instance.get('/health/ready')).status === 200);
});

it('says in one line that it can not start on a server that is read-only', async () => {
  const DATABASE_URL = await freshDatabase();
  await setReadOnly(DATABASE_URL, true);
  await expectRefusal(DATABASE_URL, /^DATABASE_URL: \S+ is a standby or read-only; .*\n$/);
  const several = severalHosts(DATABASE_URL);
  await expectRefusal(
    several,
    /^DATABASE_URL: 127\.0\.0\.1:1,\S+ can't be used: no server accepts writes .*\n$/,
  );
});

it('finds the server that takes changes among several, for everything that it does', async () => {
  const url = await freshDatabase('template1');
  const DATABASE_URL = severalHosts(url);
  const migration = cli(['migrate'], { DATABASE_URL });
  expect([await migration.ended, migration.stderr]).toEqual([{ code: 0, signal: null }, '']);
  const instance = await start({ DATABASE_URL });
  expect((await changed(instance)).status).toBe(201);
  expect((await instance.get('/health/ready')).status).toBe(200);
  const done = await sendJob(url);
  await done();
  expect(await instance.stop()).toEqual({ code: 0, signal: null });
});

/** Needs Debian's package `postgresql`. */
(hasDebianPostgres ? it : it.skip)('goes on with the standby that has become the primary', async () => {
  const primary = await DebianPostgres.primary();
  cleanUpLater(() => primary.remove());
  const standby = await primary.standby();
  cleanUpLater(() => standby.remove());
  await expectRefusal(standby.url, /^DATABASE_URL: \S+ is a standby or read-only; .*\n$/);

  const servers = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
  const DATABASE_URL = `postgresql://foyer:secret@${servers}/postgres?${READ_WRITE}`;
  const instance = await start({ DATABASE_URL });
  expect((await changed(instance)).status).toBe(201);
  await until(async () => (await query(standby.url, 'select from topic')).length === 1);

  await primary.kill();
  await until(async () => (await changed(instance)).status === 503);
  expect((await instance.get('/health/ready')).status).toBe(503);
  await standby.promote();
  await until(async () => (await changed(instance)).status === 201);
  await until(async () => (await instance.get('/health/ready')).status === 200);
  const done = await sendJob(standby.url);
  await done();
});

function changed(instance: Instance): Promise<Response> {
  return instance.send('POST', '/v0/topics', { title: 'Written' });
}

/** Nobody listens on port 1. */
function severalHosts(url: string): string {
  return url.replace(/@([^/]+)(.*)$/, `@127.0.0.1:1,$1$2?${READ_WRITE}`);
}

async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await query(
    process.env.TEST_DATABASE_URL!,
    `alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  );
  await query(
    process.env.TEST_DATABASE_URL!,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

async function expectRefusal(DATABASE_URL: string, line: RegExp): Promise<void> {
  const attempt = launch({ DATABASE_URL });
  expect(await attempt.ended).toEqual({ code: 1, signal: null });
  expect(attempt.stderr).toMatch(line);
  expect(attempt.stderr.split('\n')).toHaveLength(2);
}
