import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { makeMissingVariants, makeVariants } from '../../src/modules/assets/variants/variants.jobs.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { pathOf } from '../../src/shared/storage/file-store.js';
import { RemoveOrphansHandler } from '../../src/shared/storage/remove-orphans.handler.js';
import { StepwiseWorker } from '../support/stepwise-worker.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { BUCKET, S3Server } from './s3-server.js';
import { CONTENT, orphanCount, made, problemOf, send } from './support.js';

let store: S3Server;
let endpoint: string;
let service: TestService;

beforeAll(async () => {
  store = new S3Server();
  endpoint = await store.start();
  service = await startTestService({ ...BUCKET, S3_ENDPOINT: `${endpoint}/` });
});
afterAll(async () => {
  await service.close();
  await store.stop();
});
beforeEach(() => (store.asked.length = 0));
afterEach(async () => {
  jest.restoreAllMocks();
  Object.assign(store, { hangUps: 0, hasBucket: true, knowsRanges: true, secretKey: BUCKET.S3_SECRET_KEY });
  await service.pool.query('delete from loose_file');
});

const onDisk = () => readdir(join(service.dataDir, 'files', 'incoming'));

async function problemAt(
  path: string | null,
  headers: Record<string, string> = {},
): Promise<[number, string]> {
  const answer = await fetch(service.url + path, { headers });
  return [answer.status, (await problemOf(answer)).code];
}

describe('with a bucket', () => {
  it('a file goes there, signed, and comes back as it was', async () => {
    const content = Buffer.concat([CONTENT.png, Buffer.alloc(5_000_000, 3)]);
    const { downloadUrl } = await made(service, { content });
    expect(store.asked).toEqual(['PUT 201']);
    expect(await onDisk()).toEqual([]);
    const whole = await fetch(service.url + downloadUrl);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    const part = await fetch(service.url + downloadUrl, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    expect(store.asked).toEqual(['PUT 201', 'GET 200', 'GET 206']);
  });

  it('a file is removed once its record is', async () => {
    const { assetId } = await made(service);
    const before = store.objects.size;
    await service.home.api.delete(`/v0/assets/${assetId}`).expect(200);
    await service.home.api.delete(`/v0/assets/trash/${assetId}`).expect(200);
    await service.app.get(RemoveOrphansHandler).handle();
    expect(store.objects.size).toBe(before - 1);
    expect(await orphanCount(service)).toBe(0);
  });

  it('the variants of a picture go there, too, and are removed with it', async () => {
    const worker = new StepwiseWorker(service);
    await worker.forgetAll();
    const before = store.objects.size;
    const { assetId } = await made(service);
    await worker.work(makeVariants);
    const { body } = await service.home.api.get(`/v0/assets/${assetId}`).expect(200);
    const preview = await fetch(service.url + body.previewDownloadUrl);
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(store.objects.size).toBe(before + 4);
    expect(await onDisk()).toEqual([]);
    await service.home.api.delete(`/v0/assets/${assetId}`).expect(200);
    await service.home.api.delete(`/v0/assets/trash/${assetId}`).expect(200);
    await service.app.get(RemoveOrphansHandler).handle();
    expect(store.objects.size).toBe(before);
    expect(await orphanCount(service)).toBe(0);
  });

  it('an object of another length is damaged: it is given up, and other pictures have their variants', async () => {
    const worker = new StepwiseWorker(service);
    await worker.forgetAll();
    await service.pool.query('delete from asset');
    const other = await made(service);
    const { assetId, data, downloadUrl } = await made(service);
    const key = `/${BUCKET.S3_BUCKET}/${pathOf(uuidOf('file', data.fileId)!)}`;
    store.objects.set(key, store.objects.get(key)!.subarray(1));
    const later = Date.now() + 3_600_000;
    jest.spyOn(clock, 'now').mockImplementation(() => new Date(later));
    await worker.run(makeMissingVariants);
    const previewOf = async (id: string) =>
      (await service.home.api.get(`/v0/assets/${id}`).expect(200)).body.previewDownloadUrl as string | null;
    expect([await previewOf(other.assetId), await previewOf(assetId)]).toEqual([expect.any(String), null]);
    await worker.run(makeMissingVariants);
    const { rows } = await service.pool.query(
      'select variant_failures, variants_at is not null as is_done from asset where id = $1',
      [uuidOf('asset', assetId)],
    );
    expect(rows).toEqual([{ variant_failures: 2, is_done: true }]);
    jest.restoreAllMocks();
    expect(await problemAt(downloadUrl)).toEqual([503, 'storage_unavailable']);
  });

  it('a page of a proxy instead of an object is no damage: the variants are made later', async () => {
    const worker = new StepwiseWorker(service);
    await worker.forgetAll();
    const { assetId } = await made(service);
    store.ways.push((_, res) => void res.end('<!doctype html><title>Sign in</title>'));
    await expect(worker.work(makeVariants)).rejects.toThrow('not reachable');
    const { rows } = await service.pool.query('select variant_failures from asset where id = $1', [
      uuidOf('asset', assetId),
    ]);
    expect(rows).toEqual([{ variant_failures: null }]);
  });

  it('an upload that is refused leaves nothing there', async () => {
    const before = store.objects.size;
    expect((await send(service, { content: CONTENT.html })).status).toBe(415);
    expect(store.objects.size).toBe(before);
    expect([await onDisk(), await orphanCount(service)]).toEqual([[], 0]);
  });

  it('a failure of the store that passes is not noticed', async () => {
    store.failures.push(503, 500);
    await made(service);
    expect(store.asked).toEqual(['PUT 503', 'PUT 500', 'PUT 201']);
  });

  it('a store that stays away is told of, and nothing is left of the upload on disk', async () => {
    store.failures.push(503, 503, 503, 503);
    const answer = await send(service);
    expect([answer.status, (await problemOf(answer)).code]).toEqual([503, 'storage_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await onDisk()).toEqual([]);
  });

  it('a file that the store takes after we gave it up is removed later', async () => {
    store.failures.push(503, 503, 503, 503);
    expect((await send(service)).status).toBe(503);
    const { rows } = await service.pool.query<{ id: string }>('select id from loose_file');
    const late = `/${BUCKET.S3_BUCKET}/${pathOf(rows[0]!.id)}`;
    store.objects.set(late, CONTENT.png);
    await service.app.get(RemoveOrphansHandler).handle();
    expect(store.objects.has(late)).toBe(true);
    const anHourLater = Date.now() + 3_600_000;
    jest.spyOn(clock, 'now').mockImplementation(() => new Date(anHourLater));
    await service.app.get(RemoveOrphansHandler).handle();
    expect(store.objects.has(late)).toBe(false);
    expect(await orphanCount(service)).toBe(0);
  });

  it('a connection that breaks once is not noticed', async () => {
    store.hangUps = 1;
    const { downloadUrl } = await made(service);
    store.hangUps = 1;
    expect((await fetch(service.url + downloadUrl)).status).toBe(200);
    expect(store.asked).toEqual(['PUT cut off', 'PUT 201', 'GET cut off', 'GET 200']);
  });

  it('a connection that breaks again is a store that is away', async () => {
    const { downloadUrl } = await made(service);
    store.hangUps = 2;
    expect(await problemAt(downloadUrl)).toEqual([503, 'storage_unavailable']);
    expect((await fetch(service.url + downloadUrl)).status).toBe(200);
  });

  it('a part that is answered with the whole is not passed on', async () => {
    const { downloadUrl } = await made(service);
    store.knowsRanges = false;
    expect(await problemAt(downloadUrl, { range: 'bytes=1-3' })).toEqual([503, 'storage_unavailable']);
    expect((await fetch(service.url + downloadUrl)).status).toBe(200);
  });

  it('a bucket that is not there is a store that is away: no file counts as gone', async () => {
    const { assetId } = await made(service);
    await service.home.api.delete(`/v0/assets/${assetId}`).expect(200);
    await service.home.api.delete(`/v0/assets/trash/${assetId}`).expect(200);
    const kept = await made(service);
    store.hasBucket = false;
    expect(await problemAt(kept.downloadUrl)).toEqual([503, 'storage_unavailable']);
    await expect(service.app.get(RemoveOrphansHandler).handle()).rejects.toThrow('not reachable');
    expect(await orphanCount(service)).toBe(1);
  });

  it('a file that has gone missing there is a 404', async () => {
    const { downloadUrl } = await made(service);
    store.objects.clear();
    expect(await problemAt(downloadUrl)).toEqual([404, 'file_not_found']);
  });

  it('a signature that the store does not take is a store that is away', async () => {
    store.secretKey = 'rotated';
    const answer = await send(service);
    expect([answer.status, (await problemOf(answer)).code]).toEqual([503, 'storage_unavailable']);
    expect(store.asked).toEqual(['PUT 403']);
    expect(await orphanCount(service)).toBe(1);
  });
});
