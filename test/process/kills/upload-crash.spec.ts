import { readdir, utimes } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { cleanUp, freshDatabase, type Instance, newDataDir, query, start, until } from '../support.js';

const AN_HOUR_AGO = new Date(Date.now() - 3_700_000);

afterEach(cleanUp);

it('leaves no record of an upload in which it was killed, and at a later start no file', async () => {
  const DATABASE_URL = await freshDatabase();
  const environment = { DATABASE_URL, DATA_DIR: await newDataDir() };
  const folder = path.join(environment.DATA_DIR, 'files', 'incoming');
  const arriving = () => readdir(folder).catch(() => []);

  const killed = await start(environment);
  beginUpload(killed);
  await until(async () => (await arriving()).length === 1);
  await killed.stop('SIGKILL');
  expect(await query(DATABASE_URL, 'select from asset')).toEqual([]);
  expect(await query(DATABASE_URL, 'select from loose_file')).toEqual([]);

  const soonAfter = await start(environment);
  const [left] = await arriving();
  expect(left).toBeDefined();
  await soonAfter.stop();
  await utimes(path.join(folder, left!), AN_HOUR_AGO, AN_HOUR_AGO);
  await start(environment);
  expect(await arriving()).toEqual([]);
});

it('removes the file of an upload that was killed between its storing and its record', async () => {
  const DATABASE_URL = await freshDatabase();
  const environment = { DATABASE_URL, DATA_DIR: await newDataDir() };
  const files = async () =>
    (
      await readdir(path.join(environment.DATA_DIR, 'files'), { recursive: true, withFileTypes: true })
    ).filter((entry) => entry.isFile()).length;

  const killed = await start(environment);
  await query(
    DATABASE_URL,
    `create function hang() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end';
     create trigger hang before insert on asset for each row execute function hang()`,
  );
  const form = new FormData();
  form.append('name', 'x');
  form.append('type', 'custom-component');
  form.append('file', new Blob(['content']));
  const sent = fetch(`${killed.url}/v0/assets`, {
    method: 'POST',
    body: form,
    headers: { 'x-api-key': killed.key },
  });
  await until(
    async () =>
      (await query(DATABASE_URL, `select from pg_stat_activity where wait_event = 'PgSleep'`)).length === 1,
  );
  await killed.stop('SIGKILL');
  await expect(sent).rejects.toThrow();
  expect(await files()).toBe(1);

  await query(DATABASE_URL, 'drop trigger hang on asset');
  await query(DATABASE_URL, 'update loose_file set due_at = now()');
  const next = await start(environment);
  expect(await query(DATABASE_URL, 'select from asset')).toEqual([]);
  // Any delete for good removes the orphans that are due, too.
  const kept = await fetch(`${next.url}/v0/assets`, {
    method: 'POST',
    body: form,
    headers: { 'x-api-key': next.key },
  });
  expect(kept.status).toBe(201);
  const { assetId } = (await kept.json()) as { assetId: string };
  expect((await next.send('DELETE', `/v0/assets/${assetId}`, {})).status).toBe(200);
  expect((await next.send('DELETE', `/v0/assets/trash/${assetId}`, {})).status).toBe(200);
  await until(async () => (await files()) === 0);
});

function beginUpload({ url, key }: Instance): void {
  const headers = { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=b' };
  const req = request(`${url}/v0/assets`, { method: 'POST', headers });
  req.on('error', () => undefined);
  req.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n');
  req.write(Buffer.alloc(100_000));
}
