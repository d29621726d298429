import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cleanUp, cli, filledDataDir, newDataDir, postmasterPid, removeTemplates, start } from './support.js';

const execute = promisify(execFile);

afterEach(cleanUp);
afterAll(removeTemplates);

it('starts on nothing and says where the docs are, the key, and a call that works', async () => {
  const DATA_DIR = await newDataDir();
  const first = await start({ DATA_DIR });
  expect(first.stdout).toMatch(/Docs +http:\/\/127\.0\.0\.1:\d+\/docs\n/);
  expect((await fetch(`${first.url}/docs`)).status).toBe(200);
  expect((await stat(path.join(DATA_DIR, 'api-key'))).mode & 0o777).toBe(0o600);

  const curl = /Try +(curl .*)/.exec(first.stdout)![1]!;
  const { stdout } = await execute('sh', ['-c', `${curl} -w '\\n%{http_code}'`]);
  const [body = '', status] = stdout.split('\n');
  expect(status).toBe('200');
  expect(JSON.parse(body)).toMatchObject({ items: [{ title: 'Getting started' }] });

  expect(await first.stop()).toEqual({ code: 0, signal: null });
  expect(first.stderr).toBe('');
  expect(await postmasterPid(DATA_DIR)).toBeUndefined();

  const second = await start({ DATA_DIR });
  expect(second.key).toBe(first.key);
  expect((await second.get('/v0/topics')).status).toBe(200);
  await second.stop();
  expect(await postmasterPid(DATA_DIR)).toBeUndefined();
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
