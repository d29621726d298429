import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedServer } from '../../src/embedded-postgres/embedded-server.js';
import { until } from '../support/until.js';
import {
  clusterData,
  killServer,
  newDataDir,
  nobody,
  postmasterPid,
  query,
  removeFolders,
  removeTemplates,
  filledDataDir,
  runsAsRoot,
  settings,
} from './data-folders.js';
import { killParticipant, killParticipants, launchParticipant, urlFrom } from './participants.js';

const bystanders: ChildProcess[] = [];

afterEach(async () => {
  for (const bystander of bystanders.splice(0)) bystander.kill('SIGKILL');
  await killParticipants();
  await removeFolders();
});

afterAll(removeTemplates);

it('has every committed row after the server was killed', async () => {
  const dataDir = await filledDataDir();
  const first = await startEmbeddedServer({ dataDir, settings });
  await query(first.url, 'create table note as select generate_series(1, 1000) as id');
  await killServer(dataDir);
  await first.stop();

  const second = await startEmbeddedServer({ dataDir, settings });
  expect(await query(second.url, 'select count(*)::int as notes from note')).toEqual([{ notes: 1000 }]);
  await second.stop();
});

it('starts anew while another process still holds the killed server', async () => {
  const dataDir = await filledDataDir();
  await urlFrom(launchParticipant(dataDir));
  const killed = await postmasterPid(dataDir);
  await killServer(dataDir);

  const server = await startEmbeddedServer({ dataDir, settings });
  expect(await postmasterPid(dataDir)).not.toBe(killed);
  await server.stop();
});

it('reuses the server of a killed process', async () => {
  const dataDir = await filledDataDir();
  const owner = launchParticipant(dataDir);
  const url = await urlFrom(owner);
  await query(url, 'create table note as select 1 as id');
  const pid = await postmasterPid(dataDir);
  await killParticipant(owner);

  const server = await startEmbeddedServer({ dataDir, settings });
  expect(server.url).toBe(url);
  expect(await postmasterPid(dataDir)).toBe(pid);
  expect(await query(server.url, 'select id from note')).toEqual([{ id: 1 }]);
  await server.stop();
  expect(await postmasterPid(dataDir)).toBeUndefined();
});

it('begins again after a process was killed while it created the database', async () => {
  const dataDir = await newDataDir();
  const killed = launchParticipant(dataDir);
  const unfinished = async () => {
    const names = await readdir(dataDir).catch(() => []);
    return names.filter((name) => name.includes('.unfinished-'));
  };
  await until(async () => {
    const [name] = await unfinished();
    const files = name ? await readdir(path.join(dataDir, name, 'data', 'base')).catch(() => []) : [];
    return files.length > 0;
  });
  await killParticipant(killed);
  expect(await readdir(dataDir)).not.toContain('postgres');

  const server = await startEmbeddedServer({ dataDir, settings });
  expect(await query(server.url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
  expect(await unfinished()).toEqual([]);
  await server.stop();
});

it('is not misled by files with a number that now belongs to another process', async () => {
  const dataDir = await filledDataDir();
  const first = launchParticipant(dataDir);
  await query(await urlFrom(first), 'create table note as select 1 as id');
  await killParticipant(first);
  await killServer(dataDir);
  const bystander = spawn('sleep', ['600'], { ...(runsAsRoot && nobody), stdio: 'ignore' });
  bystanders.push(bystander);
  const [socketLock = ''] = (await readdir(path.join(dataDir, 'postgres'))).filter((name) =>
    name.endsWith('.lock'),
  );
  const files = [
    path.join(clusterData(dataDir), 'postmaster.pid'),
    path.join(dataDir, 'postgres', socketLock),
  ];
  for (const file of files)
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(bystander.pid)));

  const second = await startEmbeddedServer({ dataDir, settings });
  expect(await query(second.url, 'select id from note')).toEqual([{ id: 1 }]);
  expect(bystander.exitCode).toBeNull();
  await second.stop();
});
