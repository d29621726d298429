import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { AssetsApi } from '../../../src/modules/assets/index.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { FileMissing, FileStore, pathOf } from '../../../src/shared/storage/file-store.js';
import { CONTENT, made } from '../../assets/support.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';

const { service, api } = useTestService();

afterEach(() => jest.restoreAllMocks());

/** The address of a new picture on the site, and how often the store was asked for it. */
async function picture(content: Buffer = CONTENT.png) {
  const { assetId, data, downloadUrl } = await made(service, { content });
  const opened = jest.spyOn(service.app.get(FileStore), 'open');
  return {
    assetId,
    data,
    opened,
    url: `${service.siteUrl}/_foyer${downloadUrl}`,
    apiUrl: service.url + downloadUrl,
  };
}

const bytesOf = async (url: string, headers = {}) =>
  Buffer.from(await (await fetch(url, { headers })).arrayBuffer());

it('small files are read from the store once, and are dead in the trash within a second', async () => {
  const { assetId, url, opened } = await picture();
  for (let times = 0; times < 3; times++) expect(await bytesOf(url)).toEqual(CONTENT.png);
  expect(opened).toHaveBeenCalledTimes(1);
  expect((await fetch(url, { method: 'HEAD' })).headers.get('content-length')).toBe('72');
  expect(await bytesOf(url, { range: 'bytes=1-3' })).toEqual(Buffer.from('PNG'));
  await api.delete(`/v0/assets/${assetId}`).expect(200);
  await until(async () => (await fetch(url)).status === 404);
  await api.post(`/v0/assets/trash/${assetId}/restore`).expect(200);
  expect(await bytesOf(url)).toEqual(CONTENT.png);
});

it('a new name is told within a second, and needs no read of the store', async () => {
  const { assetId, url, opened } = await picture();
  await bytesOf(url);
  await api.patch(`/v0/assets/${assetId}`, { name: 'Renamed' }).expect(200);
  const dispositionOf = async () => (await fetch(url)).headers.get('content-disposition');
  await until(async () => (await dispositionOf()) === 'inline; filename=Renamed.png');
  expect(opened).toHaveBeenCalledTimes(1);
});

it('while the database can not be asked, small files are served from memory', async () => {
  const { url } = await picture();
  await bytesOf(url);
  const asked = jest.spyOn(service.app.get(AssetsApi, { strict: false }), 'open');
  asked.mockRejectedValue(new Error('The database is away.'));
  await until(async () => {
    expect(await bytesOf(url)).toEqual(CONTENT.png);
    return asked.mock.calls.length > 0;
  });
});

it('large files, and those that the API serves, are streamed', async () => {
  const content = Buffer.concat([CONTENT.png, Buffer.alloc(300_000, 7)]);
  const large = await picture(content);
  for (let times = 0; times < 2; times++) expect((await bytesOf(large.url)).equals(content)).toBe(true);
  expect(large.opened).toHaveBeenCalledTimes(2);
  const small = await picture();
  small.opened.mockClear();
  for (let times = 0; times < 2; times++) await bytesOf(small.apiUrl);
  expect(small.opened).toHaveBeenCalledTimes(2);
});

it('a file that the store does not have now is asked for again', async () => {
  const { url, opened } = await picture();
  opened.mockRejectedValueOnce(new FileMissing('x'));
  expect((await fetch(url)).status).toBe(404);
  expect(await bytesOf(url)).toEqual(CONTENT.png);
});

it('a file with other content is never served', async () => {
  const { url, data } = await picture();
  const path = join(service.dataDir, 'files', pathOf(uuidOf('file', data.fileId)!));
  await writeFile(path, Buffer.alloc(72, 1));
  expect((await fetch(url)).status).toBe(500);
  await writeFile(path, CONTENT.png);
  expect(await bytesOf(url)).toEqual(CONTENT.png);
});
