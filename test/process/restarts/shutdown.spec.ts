import { once } from 'node:events';
import { connect } from 'node:net';
import { changeThatHangs, changeThatWaits } from '../slow-change.js';
import {
  cleanUp,
  cleanUpLater,
  filledDataDir,
  freshDatabase,
  type Instance,
  launch,
  newDataDir,
  postmasterPid,
  ready,
  removeTemplates,
  run,
  start,
  until,
} from '../support.js';

const GOOD_END = { code: 0, signal: null };

afterEach(cleanUp);
afterAll(removeTemplates);

it('says that it is leaving, answers what is under way, and ends', async () => {
  const DATABASE_URL = await freshDatabase();
  const instance = await start({ DATABASE_URL, SHUTDOWN_DELAY_MS: '300' });
  const { change, letGo } = await changeThatWaits(instance, DATABASE_URL);

  const ending = instance.stop();
  await until(async () => (await instance.get('/health/ready')).status === 503);
  const late = await instance.get('/v0/topics');
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
  await until(() => refusesConnections(instance));
  await letGo();

  const changed = await change;
  expect([changed.status, changed.headers.get('connection')]).toEqual([200, 'close']);
  const answered = performance.now();
  expect(await ending).toEqual(GOOD_END);
  expect(performance.now() - answered).toBeLessThan(8000);
  expect(instance.stderr).toBe('');
});

it('goes on serving for a while by default, but not on Ctrl-C', async () => {
  const DATABASE_URL = await freshDatabase();
  const instance = await start({ DATABASE_URL, SHUTDOWN_DELAY_MS: '' });
  instance.child.kill('SIGTERM');
  await until(async () => (await instance.get('/health/ready')).status === 503);
  const begin = performance.now();
  for (let call = 0; call < 5; call++) expect((await instance.get('/v0/topics')).status).toBe(200);
  expect(await instance.stop('SIGINT')).toEqual(GOOD_END);
  // Left alone, it would have gone on.
  expect(performance.now() - begin).toBeLessThan(6500);
});

it('does not wait longer than SHUTDOWN_TIMEOUT_MS for what never ends', async () => {
  const DATABASE_URL = await freshDatabase();
  const instance = await start({ DATABASE_URL, SHUTDOWN_TIMEOUT_MS: '300' });
  await sendHalfABody(instance);
  const { change } = await changeThatHangs(instance, DATABASE_URL);
  const cutOff = expect(change).rejects.toThrow();

  const begin = performance.now();
  expect(await instance.stop()).toEqual(GOOD_END);
  // Left alone, the database gives up such a change after 15 seconds.
  expect(performance.now() - begin).toBeLessThan(10_000);
  await cutOff;
  expect(instance.stderr).toBe('');
});

it('ends on Ctrl-C, which npm passes on to a process that has it from the terminal already', async () => {
  const DATA_DIR = await filledDataDir();
  const npm = await startWithNpm(DATA_DIR);
  process.kill(-npm.child.pid!, 'SIGINT');
  expect(await npm.ended).toEqual(GOOD_END);
  expect(await postmasterPid(DATA_DIR)).toBeUndefined();
});

it('ends when npm alone is told to end', async () => {
  const DATA_DIR = await filledDataDir();
  const npm = await startWithNpm(DATA_DIR);
  expect(await npm.stop('SIGTERM')).toEqual(GOOD_END);
  expect(await refusesConnections(npm)).toBe(true);
  expect(await postmasterPid(DATA_DIR)).toBeUndefined();
});

it('leaves no server behind where it is told to end while it starts', async () => {
  const DATA_DIR = await newDataDir();
  const starting = launch({ DATA_DIR });
  await until(async () => (await postmasterPid(DATA_DIR)) !== undefined);
  starting.child.kill('SIGTERM');
  expect(await starting.ended).toEqual(GOOD_END);
  expect(await postmasterPid(DATA_DIR)).toBeUndefined();
});

/** In a group of its own, as a terminal would have it. */
function startWithNpm(dataDir: string): Promise<Instance> {
  return ready(run(['npm', 'start'], { DATA_DIR: dataDir, PORT: '0' }, { detached: true }));
}

async function sendHalfABody({ url, key }: Instance): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  cleanUpLater(async () => socket.destroy());
  socket.on('error', () => undefined);
  const head = `POST /v0/topics HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${key}\r\n`;
  socket.write(`${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`);
  await once(socket, 'connect');
}

async function refusesConnections({ url }: Instance): Promise<boolean> {
  return fetch(`${url}/health/live`).then(
    () => false,
    () => true,
  );
}
