import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { endServer, fillDataDir, serverUrl } from '../../embedded/data-folders.js';
import { mountDisk, onSmallDisk, unmountDisk } from '../../support/small-disk.js';
import {
  cleanUp,
  cleanUpLater,
  type Instance,
  launch,
  newDataDir,
  query,
  removeTemplates,
  start,
  until,
} from '../support.js';

afterEach(cleanUp);
afterAll(removeTemplates);

onSmallDisk('refuses writes onto a full disk, goes on reading, and loses nothing (needs root)', async () => {
  const DATA_DIR = await smallDisk();
  const instance = await start({ DATA_DIR });
  const kept = [await created(instance)];
  const ballast = await fill(DATA_DIR);

  const { refused, accepted } = await firstRefusal(instance);
  expect(refused).toMatchObject({ status: 507, code: 'storage_full' });
  kept.push(...accepted);
  expect((await instance.get(`/v0/topics/${kept[0]}`)).status).toBe(200);
  expect((await instance.get('/health/ready')).status).toBe(200);

  await rm(ballast);
  kept.push(await created(instance));
  for (const topicId of kept) expect((await instance.get(`/v0/topics/${topicId}`)).status).toBe(200);
  expect(await instance.stop()).toEqual({ code: 0, signal: null });
});

onSmallDisk('serves again once there is room, where the full disk has stopped its database', async () => {
  const DATA_DIR = await smallDisk();
  // A process gives up a database that can't be started for a quarter of a minute: no request may wait longer than that.
  const instance = await start({ DATA_DIR, DATABASE_WAIT_MS: '3000' });
  const kept = await created(instance);
  const ballast = await fill(DATA_DIR);

  const url = await serverUrl(DATA_DIR);
  await expect(fillLog(url)).rejects.toThrow();
  await until(() => instance.stdout.includes('PostgreSQL ended unexpectedly'));
  expect((await instance.get(`/v0/topics/${kept}`)).status).toBe(503);

  await rm(ballast);
  await until(async () => (await instance.get(`/v0/topics/${kept}`)).status === 200);
  expect((await post(instance)).status).toBe(201);
  expect(await instance.stop()).toEqual({ code: 0, signal: null });
});

onSmallDisk('says in one line that it can not start on a full disk', async () => {
  const DATA_DIR = await newDataDir();
  mountDisk(DATA_DIR, '20m');
  cleanUpLater(async () => unmountDisk(DATA_DIR));
  const attempt = launch({ DATA_DIR });
  expect(await attempt.ended).toEqual({ code: 1, signal: null });
  expect(attempt.stderr).toMatch(
    /^PostgreSQL could not create a database in .*: the disk is full: .* Set DATA_DIR to another folder, .*\n$/,
  );
});

/** A data folder with an empty database, on a disk of its own. */
async function smallDisk(): Promise<string> {
  const dataDir = await newDataDir();
  mountDisk(dataDir, '200m');
  cleanUpLater(async () => {
    await endServer(dataDir);
    unmountDisk(dataDir);
  });
  await fillDataDir(dataDir);
  return dataDir;
}

/** Takes what room there is. Answers the file to remove. */
async function fill(folder: string): Promise<string> {
  const ballast = path.join(folder, 'ballast');
  const file = await open(ballast, 'w');
  try {
    for (;;) await file.write(Buffer.alloc(64 * 1024, 1));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    await file.close();
  }
  return ballast;
}

/** More of the write-ahead log than is laid out: the server can't go on without it. */
async function fillLog(url: string): Promise<void> {
  for (let megabytes = 0; megabytes < 500; megabytes++)
    await query(url, "select pg_logical_emit_message(false, 'ballast', repeat('x', 1024 * 1024), true)");
}

/** It takes room: random text does not compress. */
function post(instance: Instance): Promise<Response> {
  return instance.send('POST', '/v0/topics', {
    title: 'Large',
    purpose: randomBytes(400_000).toString('hex'),
  });
}

async function created(instance: Instance): Promise<string> {
  const answer = await post(instance);
  expect(answer.status).toBe(201);
  return topicIdIn(answer);
}

async function topicIdIn(answer: Response): Promise<string> {
  return ((await answer.json()) as { topicId: string }).topicId;
}

/** The tables may have some free room at first: also tells of what was accepted. */
async function firstRefusal(instance: Instance): Promise<{ refused: unknown; accepted: string[] }> {
  const accepted: string[] = [];
  for (let i = 0; i < 50; i++) {
    const answer = await post(instance);
    if (answer.status !== 201) return { refused: await answer.json(), accepted };
    accepted.push(await topicIdIn(answer));
  }
  throw new Error('There was room for all of them.');
}
