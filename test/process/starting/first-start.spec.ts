import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { SHOWCASE_PAGES } from '../../../src/modules/pages/showcase/showcase-pages.js';
import { freePort } from '../../support/servers/free-port.mjs';
import {
  cleanUp,
  cli,
  filledDataDir,
  freshDatabase,
  type Instance,
  KEY,
  launch,
  newDataDir,
  PATIENT,
  postmasterPid,
  query,
  removeTemplates,
  run,
  start,
  until,
} from '../support.js';

const execute = promisify(execFile);

afterEach(cleanUp);

/** What is printed before the service is ready; of the migrations, only the first. */
function stepsOf({ stdout }: Instance): string[] {
  const lines = stdout.split('\n\nFoyer is ready.')[0]!.split('\n');
  return lines.filter((line) => !/^Migration .*\((?!1 )/.test(line));
}
afterAll(removeTemplates);

it('starts on nothing and says where the docs are, the key, and a call that works', async () => {
  const DATA_DIR = await newDataDir();
  const first = await start({ DATA_DIR });
  expect(first.stdout).toMatch(/Docs +http:\/\/127\.0\.0\.1:\d+\/docs\n/);
  expect(stepsOf(first)).toEqual([
    `Creating a PostgreSQL 18 database in ${DATA_DIR}`,
    'Starting PostgreSQL',
    expect.stringMatching(/^Migration Foundation \(1 of \d+\)$/),
    'Creating sample data',
  ]);
  expect((await fetch(`${first.url}/docs`)).status).toBe(200);
  const [, samplePage] = /A page +(\S+)\n/.exec(first.stdout)!;
  expect(new URL(samplePage!).pathname).toBe('/default/acme/inbound');
  for (const { path: link, content } of SHOWCASE_PAGES) {
    const page = await (await fetch(new URL(`/default${link}`, samplePage))).text();
    expect(page).toContain(content.metadata!.title);
    // Each picture is there.
    const files = [...page.matchAll(/src="(\/_foyer\/files\/[^"]+)"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect((await fetch(new URL(file, samplePage))).status).toBe(200);
  }
  expect((await stat(path.join(DATA_DIR, 'api-key'))).mode & 0o777).toBe(0o600);

  const curl = /Try +(curl .*)/.exec(first.stdout)![1]!;
  const { stdout } = await execute('sh', ['-c', `${curl} -w '\\n%{http_code}'`]);
  const [body = '', status] = stdout.split('\n');
  expect(status).toBe('200');
  expect(JSON.parse(body).items).toContainEqual(expect.objectContaining({ title: 'Getting started' }));

  expect(await first.stop()).toEqual({ code: 0, signal: null });
  expect(first.stderr).toBe('');
  expect(await postmasterPid(DATA_DIR)).toBeUndefined();

  const second = await start({ DATA_DIR });
  expect(second.key).toBe(first.key);
  expect(stepsOf(second)).toEqual(['Starting PostgreSQL']);
  expect((await second.get('/v0/topics')).status).toBe(200);
  await second.stop();
  expect(await postmasterPid(DATA_DIR)).toBeUndefined();
});

it('goes on although nobody reads its output any more', async () => {
  const [DATA_DIR, PORT] = [await newDataDir(), String(await freePort())];
  const service = launch({ DATA_DIR, PORT, SITE_PORT: '0', CONSOLE_PORT: '0' });
  await service.prints(/Creating/);
  service.child.stdout!.destroy();
  service.child.stderr!.destroy();
  const isReady = async () => (await fetch(`http://127.0.0.1:${PORT}/health/ready`)).status === 200;
  await until(() => service.child.exitCode !== null || isReady().catch(() => false));
  expect(service.child.exitCode).toBeNull();
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(await postmasterPid(DATA_DIR)).toBeUndefined();
});

it('shows the key on a terminal, and elsewhere only where it lies; a closed terminal ends the database, too', async () => {
  const DATA_DIR = await filledDataDir();
  const piped = await start({ DATA_DIR });
  const { key, stdout } = piped;
  expect(stdout).toContain(`API key   in ${path.join(DATA_DIR, 'api-key')}\n`);
  expect(stdout).not.toContain(key);
  expect(stdout).toMatch(/Console   http:\/\/127\.0\.0\.1:\d+\n/);
  await piped.stop();

  const program = [process.execPath, path.resolve('dist/main.js')].join(' ');
  const onTerminal = run(['script', '-qec', program, '/dev/null'], { ...PATIENT, DATA_DIR });
  await onTerminal.prints(/Try .*\r\n/);
  expect(onTerminal.stdout).toContain(`API key   ${key}`);
  const [, link] = /Console {3}(http:\S+\/sign-in\/[\w-]{43})/.exec(onTerminal.stdout)!;
  const press = () =>
    fetch(link!, { method: 'POST', headers: { origin: new URL(link!).origin }, redirect: 'manual' });
  expect([(await fetch(link!)).status, (await press()).status, (await press()).status]).toEqual([
    200, 303, 410,
  ]);
  onTerminal.child.kill('SIGTERM');
  await onTerminal.ended;
  await until(async () => (await postmasterPid(DATA_DIR)) === undefined);
});

it('makes a new key where the file holds none or a revoked one, and lets nobody in without', async () => {
  const DATA_DIR = await filledDataDir();
  await writeFile(path.join(DATA_DIR, 'api-key'), '');
  const first = await start({ DATA_DIR });
  expect((await fetch(`${first.url}/v0/topics`)).status).toBe(401);
  expect(first.key).toMatch(/^foyer_/);
  expect((await first.get('/v0/topics')).status).toBe(200);

  const id = `key_${first.key.split('_')[1]}`;
  expect(await cli(['key', 'revoke', id], { DATA_DIR }).ended).toMatchObject({ code: 0 });
  await first.stop();

  const second = await start({ DATA_DIR });
  expect(second.key).not.toBe(first.key);
  expect((await second.get('/v0/topics')).status).toBe(200);
  expect((await second.get('/v0/topics', first.key)).status).toBe(401);
});

it('has the sample data, though the first start was killed while it made them', async () => {
  const DATABASE_URL = await freshDatabase();
  const environment = { DATABASE_URL, DATA_DIR: await newDataDir(), SAMPLE_DATA: 'true', API_KEY: KEY };
  const asleep = `from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;
  await query(
    DATABASE_URL,
    `create function hang() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end';
     create trigger hang before insert on topic for each row execute function hang()`,
  );
  const killed = launch(environment);
  await until(async () => (await query(DATABASE_URL, `select ${asleep}`)).length === 1);
  killed.child.kill('SIGKILL');
  await killed.ended;
  await query(DATABASE_URL, `select pg_terminate_backend(pid) ${asleep}`);
  await query(DATABASE_URL, 'drop trigger hang on topic');

  const next = await start(environment);
  const itemsAt = async (route: string) =>
    ((await (await next.get(route)).json()) as { items: object[] }).items;
  expect(await itemsAt('/v0/topics')).toContainEqual(expect.objectContaining({ title: 'Getting started' }));
  expect(await itemsAt('/v0/assets')).toContainEqual(expect.objectContaining({ name: 'Square logo' }));
  const figures = (await (await next.get('/v0/analytics')).json()) as { totals: { visits: number } };
  expect(figures.totals.visits).toBeGreaterThan(100);
});
