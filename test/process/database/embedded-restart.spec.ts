import { rename } from 'node:fs/promises';
import path from 'node:path';
import { clusterData } from '../../embedded/data-folders.js';
import {
  cleanUp,
  filledDataDir,
  killServer,
  postmasterPid,
  removeTemplates,
  start,
  until,
} from '../support.js';

afterEach(cleanUp);
afterAll(removeTemplates);

it('serves again after its database was killed, and ends in good order', async () => {
  const DATA_DIR = await filledDataDir();
  const instance = await start({ DATA_DIR });
  const killed = await postmasterPid(DATA_DIR);
  const created = await instance.send('POST', '/v0/topics', { title: 'Kept' });
  const { topicId } = (await created.json()) as { topicId: string };
  await killServer(DATA_DIR);

  await until(async () => (await instance.get('/health/ready')).status === 200);
  await until(async () => (await instance.get(`/v0/topics/${topicId}`)).status === 200);
  expect((await instance.send('POST', '/v0/topics', { title: 'After' })).status).toBe(201);
  expect(await postmasterPid(DATA_DIR)).not.toBe(killed);
  expect(await instance.stop()).toEqual({ code: 0, signal: null });
  expect(await postmasterPid(DATA_DIR)).toBeUndefined();
});

it('ends with a line that says why, where its database can not be started again', async () => {
  const DATA_DIR = await filledDataDir();
  const instance = await start({ DATA_DIR });
  const control = path.join(clusterData(DATA_DIR), 'global', 'pg_control');
  await rename(control, `${control}.gone`);
  await killServer(DATA_DIR);
  expect(await instance.ended).toEqual({ code: 1, signal: null });
  expect(instance.stderr).toMatch(/^The embedded PostgreSQL ended and can't be restarted [^\n]+\n$/);
});
