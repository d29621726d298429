import { jest } from '@jest/globals';
import { clock } from '../../src/shared/kernel/clock.js';
import { DomainError } from '../../src/shared/kernel/errors.js';
import { FileMissing, FileStore } from '../../src/shared/storage/file-store.js';
import { startTestService, useTestService } from '../support/test-service.js';
import { CONTENT, made, problemOf, type Upload } from './support.js';

const HOUR = 3_600_000;

const { service, api } = useTestService();
let content: Buffer;
let url: string;

beforeAll(async () => {
  content = Buffer.concat([
    CONTENT.png,
    Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251)),
  ]);
  url = await urlOf({ content, fields: { name: 'Größe "1"/..\\x' } });
});
afterEach(() => jest.restoreAllMocks());

const urlOf = async (upload: Upload) => service.url + (await made(service, upload)).downloadUrl;
const at = (time: number) => jest.spyOn(clock, 'now').mockImplementation(() => new Date(time));
const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers });
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('a download', () => {
  it('answers the file as it came, safely', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(content.length),
      'content-disposition': `inline; filename="Gr__e _1__.._x.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20_1__.._x.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': expect.stringContaining('private'),
      'accept-ranges': 'bytes',
    });
    expect((await bodyOf(answer)).equals(content)).toBe(true);
  });

  it.each(['svg', 'html', 'zip'] as const)('of %s is to be saved, never shown', async (kind) => {
    const answer = await fetch(
      await urlOf({
        content: CONTENT[kind],
        fields: { type: 'custom-component', name: '../../etc/passwd\r\nX: y' },
      }),
    );
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="__\.\._etc_passwd__X_ y\.(svg|txt|zip)"$/,
    );
    expect(answer.headers.get('content-type')).not.toContain('html');
    expect(await bodyOf(answer)).toEqual(CONTENT[kind]);
  });

  it.each([
    ['is gone', new FileMissing('x'), 404],
    ['can not be reached', new DomainError('unavailable', 'storage_unavailable', 'Away.'), 503],
  ])('of a file that %s does not pass the problem off as the file', async (_, error, status) => {
    const etag = (await get({}, 'HEAD')).headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect((await get({ 'if-none-match': etag })).headers.get('etag')).toBe(etag);
    expect((await get({ range: 'bytes=0-1' })).headers.get('etag')).toBe(etag);
    jest.spyOn(service.app.get(FileStore), 'open').mockRejectedValue(error);
    const answer = await get();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('etag')).not.toBe(etag);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const answer = await get({ range: 'bytes=0-1' }, 'HEAD');
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(content.length)]);
    expect((await bodyOf(answer)).length).toBe(0);
  });

  it('answers 304 to who has it', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag')!;
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    expect((await get({ 'if-none-match': `"x", W/${etag}`, range: 'bytes=0-1' })).status).toBe(304);
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('takes no other method', async () => {
    const answer = await get({}, 'POST');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a range', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=5-9', 5, 9],
    ['bytes=100000-', 100_000, 200_071],
    ['bytes=-10', 200_062, 200_071],
    ['bytes=-999999', 0, 200_071],
    ['bytes=200071-999999', 200_071, 200_071],
  ])('%s is answered with just that', async (range, first, last) => {
    const answer = await get({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${content.length}`);
    expect((await bodyOf(answer)).equals(content.subarray(first, last + 1))).toBe(true);
  });

  it.each(['bytes=200072-', 'bytes=999999-1000000', 'bytes=-0'])('%s is not there', async (range) => {
    const answer = await get({ range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${content.length}`]);
    expect((await problemOf(answer)).code).toBe('range_not_satisfiable');
  });

  it.each(['bytes=0-1,5-6', 'bytes=5-1', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'x'])(
    '%s is answered with the whole',
    async (range) => {
      const answer = await get({ range });
      expect([answer.status, (await bodyOf(answer)).length]).toEqual([200, content.length]);
    },
  );

  it('is only given of the very file that If-Range names', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag')!;
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-1', 'if-range': `W/${etag}` })).status).toBe(200);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  });
});

describe('a URL', () => {
  it('that was tampered with opens nothing', async () => {
    const token = url.split('/').at(-1)!;
    const flip = (at: number) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    const others = [0, 20, 30, 44, 60, token.length - 2].map(flip);
    for (const other of [
      ...others,
      token.slice(0, -1),
      `${token}A`,
      'x',
      `${token}=`,
      '%00',
      '..%2f..%2fapi-key',
    ]) {
      const answer = await fetch(`${service.url}/files/${other}`);
      expect([other, answer.status, (await problemOf(answer)).code]).toEqual([other, 403, 'url_invalid']);
    }
  });

  it('works for one to two hours', async () => {
    const start = Math.ceil(Date.now() / HOUR) * HOUR;
    for (const [given, over] of [
      [start, start + 2 * HOUR],
      [start + HOUR - 1, start + 2 * HOUR],
    ] as const) {
      at(given);
      const fresh = await urlOf({});
      at(over - 1);
      expect((await fetch(fresh)).status).toBe(200);
      at(over);
      const answer = await fetch(fresh);
      expect([answer.status, (await problemOf(answer)).code]).toEqual([403, 'url_expired']);
    }
  });

  it('stays the same within the hour, and If-Match holds beyond it', async () => {
    const start = Math.ceil(Date.now() / HOUR) * HOUR;
    at(start);
    const { assetId } = await made(service);
    const path = `/v0/assets/${assetId}`;
    const read = async () => (await api.get(path).expect(200)).headers.etag!;
    const etag = await read();
    at(start + HOUR - 1);
    expect(await read()).toBe(etag);
    at(start + HOUR);
    expect(await read()).not.toBe(etag);
    await api.patch(path, { name: 'New' }).set('if-match', etag).expect(200);
    await api.patch(path, { name: 'Newer' }).set('if-match', etag).expect(412);
  });

  it('begins with PUBLIC_URL where that is set', async () => {
    const known = await startTestService({ PUBLIC_URL: 'https://foyer.example.com/base/' });
    expect((await made(known)).downloadUrl).toMatch(/^https:\/\/foyer\.example\.com\/base\/files\/[\w-]+$/);
    await known.close();
  });

  it('is dead while the asset is in the trash, and lives again after it', async () => {
    const { assetId, downloadUrl } = await made(service);
    const status = async () => (await fetch(service.url + downloadUrl)).status;
    expect(await status()).toBe(200);
    const { body } = await api.delete(`/v0/assets/${assetId}`).expect(200);
    expect([body.downloadUrl, await status()]).toEqual([null, 404]);
    await api.post(`/v0/assets/trash/${assetId}/restore`).expect(200);
    expect(await status()).toBe(200);
  });

  it('of the sample opens its file', async () => {
    const { body } = await api.get('/v0/assets/search?query=square').expect(200);
    expect(await (await fetch(service.url + body.items[0].downloadUrl)).text()).toContain('<svg');
  });
});
