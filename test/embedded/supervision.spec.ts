import { rename } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedServer } from '../../src/embedded-postgres/embedded-server.js';
import { isUnavailable } from '../../src/shared/database/driver/postgres-errors.js';
import { until } from '../support/until.js';
import {
  clusterData,
  filledDataDir,
  killServer,
  postmasterPid,
  query,
  removeFolders,
  removeTemplates,
  settings,
} from './data-folders.js';
import { killParticipants, launchParticipant, stopParticipant, urlFrom } from './participants.js';

afterEach(async () => {
  await killParticipants();
  await removeFolders();
});

afterAll(removeTemplates);

it('starts a killed server again, where it was, as often as it is killed', async () => {
  const dataDir = await filledDataDir();
  const { url, stop } = await startEmbeddedServer({ dataDir, settings });
  await query(url, 'create table note as select 1 as id');
  for (let kill = 1; kill <= 2; kill++) {
    await killServer(dataDir);
    await until(() => answers(url));
    expect(await query(url, 'select id from note')).toEqual([{ id: 1 }]);
  }
  await stop();
  expect(await postmasterPid(dataDir)).toBeUndefined();
  const error: unknown = await query(url, 'select').catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
});

it('brings it back with a socket for a process that knows it without one', async () => {
  const dataDir = await filledDataDir();
  // As an earlier release starts it.
  const earlier = await startEmbeddedServer({
    dataDir,
    settings: { ...settings, unix_socket_directories: '' },
  });
  const later = await startEmbeddedServer({ dataDir, settings });
  expect(later.url).toBe(earlier.url);
  await earlier.stop();
  await killServer(dataDir);
  await until(() => later.restarts() === 1);
  await until(() => answers(later.url));
  await later.stop();
  expect(await postmasterPid(dataDir)).toBeUndefined();
});

it('brings it back once, for all processes that use it', async () => {
  const dataDir = await filledDataDir();
  const participants = [1, 2, 3].map(() => launchParticipant(dataDir));
  const [url = ''] = await Promise.all(participants.map(urlFrom));
  await killServer(dataDir);
  await until(async () => (await leases(url)) === participants.length);
  expect(await Promise.all(participants.map(stopParticipant))).toEqual([0, 0, 0]);
  expect(await postmasterPid(dataDir)).toBeUndefined();
});

it('gives up after several attempts, and tells why', async () => {
  const dataDir = await filledDataDir();
  let stop!: () => Promise<void>;
  const givenUp = new Promise<Error>((resolve, reject) => {
    const options = { dataDir, settings, onGivenUp: resolve, backoffMs: [0, 0, 0] };
    startEmbeddedServer(options).then(async (server) => {
      stop = server.stop;
      await rename(controlFile(dataDir), `${controlFile(dataDir)}.gone`);
      await killServer(dataDir);
    }, reject);
  });
  expect((await givenUp).message).toMatch(
    /^The embedded PostgreSQL ended and can't be restarted \(3 attempts\): .*pg_control/,
  );
  await stop();
});

it('gives up a server that ends again soon after each start', async () => {
  const dataDir = await filledDataDir();
  const backoffMs = [0, 0, 0];
  let failure: Error | undefined;
  const onGivenUp = (error: Error) => (failure = error);
  const { url, stop } = await startEmbeddedServer({ dataDir, settings, onGivenUp, backoffMs });
  for (let kill = 0; kill <= backoffMs.length; kill++) {
    await until(async () => (await leases(url)) === 1);
    await killServer(dataDir);
  }
  await until(() => failure);
  expect(failure!.message).toMatch(/\(3 attempts\): it ends soon after each start$/);
  await stop();
});

const controlFile = (dataDir: string) => path.join(clusterData(dataDir), 'global', 'pg_control');

function answers(url: string): Promise<boolean> {
  return query(url, 'select').then(
    () => true,
    () => false,
  );
}

async function leases(url: string): Promise<number> {
  const text = `select count(*)::int as count from pg_stat_activity where application_name = 'foyer lease'`;
  const rows = await query<{ count: number }>(url, text).catch(() => []);
  return rows[0]?.count ?? 0;
}
