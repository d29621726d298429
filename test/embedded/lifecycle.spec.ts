import { mkdir, readdir, stat, readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { locateBinaries, majorVersion } from '../../src/embedded-postgres/binaries.js';
import { findCluster } from '../../src/embedded-postgres/cluster.js';
import { startEmbeddedServer } from '../../src/embedded-postgres/embedded-server.js';
import { freePort, launchPostmaster } from '../../src/embedded-postgres/launch.js';
import { reachableBinaries } from '../../src/embedded-postgres/reachable-binaries.js';
import {
  clusterData,
  fillDataDir,
  newDataDir,
  nobody,
  postmasterPid,
  query,
  removeFolders,
  removeTemplates,
  runsAsRoot,
  settings,
  filledDataDir,
} from './data-folders.js';
import { until } from '../support/until.js';
import { killParticipants, launchParticipant, stopParticipant, urlFrom } from './participants.js';

afterEach(async () => {
  await killParticipants();
  await removeFolders();
});

afterAll(removeTemplates);

async function clusterOf(dataDir: string) {
  const installed = await locateBinaries();
  const cluster = await findCluster(dataDir, majorVersion(installed));
  if (!cluster) throw new Error('the cluster is gone');
  return { cluster, binaries: await reachableBinaries(installed, cluster.account) };
}

describe('one process', () => {
  it('keeps rows from one start to the next', async () => {
    const dataDir = await newDataDir();
    const first = await startEmbeddedServer({ dataDir, settings });
    await query(first.url, 'create table note as select 1 as id');
    await first.stop();
    expect(await postmasterPid(dataDir)).toBeUndefined();

    const second = await startEmbeddedServer({ dataDir, settings });
    expect(await query(second.url, 'select id from note')).toEqual([{ id: 1 }]);
    await Promise.all([second.stop(), second.stop()]);
    await second.stop();
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });

  it('gets a server that is closed to others and the same everywhere', async () => {
    const dataDir = await filledDataDir();
    const { url, stop } = await startEmbeddedServer({ dataDir, settings });
    expect(await query(url, "select current_setting('timezone') as zone, current_user as user")).toEqual([
      { zone: 'UTC', user: 'foyer' },
    ]);
    expect(
      await query(
        url,
        `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as
         sockets, pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale
         from pg_database where datname = current_database()`,
      ),
    ).toEqual([
      {
        addresses: '127.0.0.1',
        sockets: `"${path.join(dataDir, 'postgres')}"`,
        encoding: 'UTF8',
        provider: 'b',
        locale: 'C.UTF-8',
      },
    ]);
    const wrong = new URL(url);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'select')).rejects.toMatchObject({ code: '28P01' });
    const cluster = await stat(path.join(dataDir, 'postgres'));
    expect(cluster.uid).toBe(runsAsRoot ? nobody.uid : process.geteuid?.());
    expect(cluster.mode & 0o777).toBe(0o700);
    const passwordFile = path.join(dataDir, 'postgres', 'password');
    expect((await stat(passwordFile)).mode & 0o777).toBe(0o600);
    expect(url).toContain(await readFile(passwordFile, 'utf8'));
    await stop();
  });

  it.each(['with "quotes"', '$(touch pwned)', '`touch pwned`', '$HOME', "a neighbour's"])(
    'gets a server in a folder named %s, of which nothing is run',
    async (name) => {
      const dataDir = path.join(path.dirname(await newDataDir()), name, '.data');
      await mkdir(dataDir, { recursive: true });
      await fillDataDir(dataDir);
      const { url, stop } = await startEmbeddedServer({ dataDir, settings });
      expect(new URL(url).searchParams.get('host')).toBe(path.join(dataDir, 'postgres'));
      expect(await query(url, `select current_setting('data_directory') as data`)).toEqual([
        { data: clusterData(dataDir) },
      ]);
      await stop();
      expect(await postmasterPid(dataDir)).toBeUndefined();
      const made = await readdir(path.join(dataDir, 'postgres'));
      expect(made.sort()).toEqual(['data', 'password', 'server.log', 'server.log.previous']);
    },
  );

  it('turns the server off right after closing a busy pool', async () => {
    const dataDir = await filledDataDir();
    const { url, stop } = await startEmbeddedServer({ dataDir, settings });
    const pool = new pg.Pool({ connectionString: url, max: 10 });
    await Promise.all(Array.from({ length: 20 }, () => pool.query('select pg_sleep(0.01)')));
    await pool.end();
    await stop();
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });

  it('leaves the server to a client that is still connected', async () => {
    const dataDir = await filledDataDir();
    const { url, stop } = await startEmbeddedServer({ dataDir, settings });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await stop();
    expect((await client.query('select 1 as alive')).rows).toEqual([{ alive: 1 }]);
    await client.end();
  });

  it('takes another port when the chosen one is taken', async () => {
    const dataDir = await filledDataDir();
    const { stop } = await startEmbeddedServer({ dataDir, settings });
    await stop();

    const occupant = createServer();
    const port = await new Promise<number>((resolve) => {
      occupant.listen(0, '127.0.0.1', () => resolve((occupant.address() as { port: number }).port));
    });
    const { cluster, binaries } = await clusterOf(dataDir);
    const failure = await launchPostmaster(cluster, binaries, settings, port);
    occupant.close();
    expect(failure).toContain('could not create any TCP/IP sockets');

    const again = await startEmbeddedServer({ dataDir, settings });
    expect(await query(again.url, 'select 1 as id')).toEqual([{ id: 1 }]);
    await again.stop();
  });
});

describe('its Unix socket', () => {
  const CLIENT_ADDRESS =
    'select client_addr::text as address from pg_stat_activity where pid = pg_backend_pid()';

  it('is what the URL leads to, while its port takes connections, too', async () => {
    const dataDir = await filledDataDir();
    const { url, stop } = await startEmbeddedServer({ dataDir, settings });
    expect(await query(url, CLIENT_ADDRESS)).toEqual([{ address: null }]);
    const overTcp = new URL(url);
    overTcp.search = '';
    expect(await query(overTcp.href, CLIENT_ADDRESS)).toEqual([{ address: '127.0.0.1/32' }]);
    await stop();
  });

  it('is not used where its path would be too long', async () => {
    const dataDir = path.join(await newDataDir(), 'long'.repeat(25));
    const { url, stop } = await startEmbeddedServer({ dataDir, settings });
    expect(await query(url, CLIENT_ADDRESS)).toEqual([{ address: '127.0.0.1/32' }]);
    await stop();
  });

  it('is done without where it can not be made', async () => {
    const dataDir = await filledDataDir();
    const port = await freePort();
    // A folder in its place, as there are no sockets on some file systems.
    await mkdir(path.join(dataDir, 'postgres', `.s.PGSQL.${port}`));
    const { cluster, binaries } = await clusterOf(dataDir);
    expect(await launchPostmaster(cluster, binaries, settings, port)).toBeUndefined();
    const { url, stop } = await startEmbeddedServer({ dataDir, settings });
    expect(new URL(url).port).toBe(String(port));
    expect(await query(url, CLIENT_ADDRESS)).toEqual([{ address: '127.0.0.1/32' }]);
    await stop();
  });
});

describe('several processes on one folder', () => {
  it('share one server from the first moment, and the last one turns off the light', async () => {
    const dataDir = await newDataDir();
    const participants = [1, 2, 3].map(() => launchParticipant(dataDir));
    const urls = await Promise.all(participants.map(urlFrom));
    expect(new Set(urls).size).toBe(1);

    const [last, ...others] = participants;
    expect(await Promise.all(others.map(stopParticipant))).toEqual([0, 0]);
    expect(await query(urls[0]!, 'select 1 as alive')).toEqual([{ alive: 1 }]);

    expect(await stopParticipant(last!)).toBe(0);
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });

  it.each([
    ['waits for statements of a process that is gone', 2],
    ['does not wait a minute for statements that nobody waits for', 60],
  ])('%s, before it turns off the light', async (_, seconds) => {
    const dataDir = await filledDataDir();
    const { url, stop } = await startEmbeddedServer({ dataDir, settings });
    const gone = new pg.Client({ connectionString: url, application_name: 'foyer-12345678' });
    gone.on('error', () => undefined);
    await gone.connect();
    // The server notices the end of a client when the statement ends.
    gone.query(`select pg_sleep(${seconds})`).catch(() => undefined);
    const running = `select from pg_stat_activity where query = 'select pg_sleep(${seconds})'`;
    await until(async () => (await query(url, running)).length === 1);
    (gone as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    await stop();
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });

  it('may all stop at once', async () => {
    const dataDir = await filledDataDir();
    const participants = [1, 2].map(() => launchParticipant(dataDir));
    await Promise.all(participants.map(urlFrom));
    expect(await Promise.all(participants.map(stopParticipant))).toEqual([0, 0]);
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });

  it('may start while another one stops the server', async () => {
    const dataDir = await filledDataDir();
    const leaving = launchParticipant(dataDir);
    await urlFrom(leaving);
    const [code, arriving] = await Promise.all([
      stopParticipant(leaving),
      startEmbeddedServer({ dataDir, settings }),
    ]);
    expect(code).toBe(0);
    expect(await query(arriving.url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
    await arriving.stop();
  });
});
