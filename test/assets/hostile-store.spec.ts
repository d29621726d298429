import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { RemoveOrphansHandler } from '../../src/shared/storage/remove-orphans.handler.js';
import { SILENCE } from '../../src/shared/storage/s3-response.js';
import { RESPONSE_TIMEOUT_MS } from '../../src/shared/storage/s3-store.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { BUCKET, S3Server, type StoreWay } from './s3-server.js';
import { CONTENT, made, orphanCount, problemOf, send } from './support.js';

const ELSEWHERE = { location: '' };
const XML_ERROR = '<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>';
const AWAY = [503, 'storage_unavailable'];

const content = Buffer.concat([CONTENT.png, Buffer.alloc(300_000, 5)]);
const store = new S3Server();
const other = new S3Server();
let service: TestService;

beforeAll(async () => {
  ELSEWHERE.location = `${await other.start()}/bucket/elsewhere`;
  service = await startTestService({ ...BUCKET, S3_ENDPOINT: await store.start() });
});
afterAll(async () => {
  await service.close();
  await Promise.all([store.stop(), other.stop()]);
});
beforeEach(() => (store.asked.length = other.asked.length = 0));
afterEach(async () => {
  jest.restoreAllMocks();
  store.ways.length = 0;
  await service.pool.query('delete from loose_file');
});

/** A limit that refers to an object which nobody else holds is gone after this. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** The store takes the request, and this comes of it. */
function hanging(begin: (res: ServerResponse) => void = () => undefined): Promise<void> {
  return new Promise((resolve) => {
    store.ways.push((_, res) => {
      begin(res);
      resolve();
    });
  });
}

const problemAt = async (path: string | null, headers: Record<string, string> = {}) => {
  const answer = await fetch(service.url + path, { headers });
  return [answer.status, (await problemOf(answer)).code];
};
const uploaded = async () => {
  const answer = await send(service, { content });
  return [answer.status, (await problemOf(answer)).code];
};
const assetCount = async () => (await service.pool.query('select from asset')).rowCount;
const onDisk = () => readdir(join(service.dataDir, 'files', 'incoming'));

/** How many bytes of the body arrive, and whether they count as complete. */
async function received(path: string | null, headers = {}): Promise<{ bytes: number; isWhole: boolean }> {
  const asking = request(service.url + path, { headers }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
  answer.on('error', () => undefined);
  await once(answer, 'close').catch(() => undefined);
  return { bytes, isWhole: answer.complete };
}

describe('an upload is refused, and leaves no record', () => {
  afterEach(async () => {
    expect(await onDisk()).toEqual([]);
    // Whatever the store did with it, the file is removed later.
    expect(await orphanCount(service)).toBe(1);
  });

  it.each<[string, StoreWay]>([
    ['reports an error with status 200', (_, res) => void res.end(XML_ERROR)],
    ['is the page of a proxy', (_, res) => void res.end('<!doctype html><title>Sign in</title>')],
    ['leads elsewhere', (_, res) => void res.writeHead(307, ELSEWHERE).end()],
    ['leads to a page elsewhere', (_, res) => void res.writeHead(303, ELSEWHERE).end()],
  ])('if the answer of the store %s', async (_, way) => {
    const before = await assetCount();
    store.ways.push(way);
    expect(await uploaded()).toEqual(AWAY);
    expect(await assetCount()).toBe(before);
    expect(other.asked).toEqual([]);
  });

  it('if the store takes it and never answers; meanwhile it holds no connection, and others are answered', async () => {
    jest.replaceProperty(RESPONSE_TIMEOUT_MS, 'PUT', 500);
    const hung = hanging();
    const upload = uploaded();
    await hung;
    collectGarbage();
    const { rows } = await service.pool.query(
      `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(rows).toEqual([]);
    await service.home.api.get('/v0/assets').expect(200);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    expect(await upload).toEqual(AWAY);
  });
});

describe('a download', () => {
  let path: string | null;
  beforeAll(async () => {
    path = (await made(service, { content })).downloadUrl;
  });
  afterEach(async () => {
    store.ways.length = 0;
    expect(await received(path)).toEqual({ bytes: content.length, isWhole: true });
  });

  it.each<[string, StoreWay]>([
    ['is shorter than the file', (_, res) => void res.end(content.subarray(1))],
    ['is longer than the file', (_, res) => void res.end(Buffer.concat([content, content]))],
    ['is an error with status 200', (_, res) => void res.end(XML_ERROR)],
    ['leads elsewhere', (_, res) => void res.writeHead(302, ELSEWHERE).end()],
    ['is forbidden', (_, res) => void res.writeHead(403).end(XML_ERROR)],
    ['is no answer', (req) => void req.socket.resetAndDestroy()],
  ])('fails with a problem if the answer of the store %s', async (_, way) => {
    store.ways.push(way, way);
    expect(await problemAt(path)).toEqual(AWAY);
    expect(other.asked).toEqual([]);
  });

  it.each([
    ['another part', 'bytes 2-5/300072'],
    ['a part of another file', 'bytes 1-4/5'],
    ['a part of something', undefined],
  ])('of a part fails with a problem if the store answers %s', async (_, contentRange) => {
    store.ways.push((_req, res) => {
      res.writeHead(206, contentRange === undefined ? {} : { 'content-range': contentRange });
      res.end('PNG\r');
    });
    expect(await problemAt(path, { range: 'bytes=1-4' })).toEqual(AWAY);
  });

  it.each<[string, StoreWay]>([
    ['ends too early', (_, res) => void res.write('x', () => res.end(content.subarray(1, -1)))],
    ['does not end', (_, res) => void res.write('x', () => res.end(Buffer.concat([content, content])))],
    ['has other bytes', (_, res) => void res.end(Buffer.from(content).fill(6, 200_000, 200_001))],
    [
      'is cut off',
      (_, res) => {
        res.writeHead(200, { 'content-length': content.length });
        res.write(content.subarray(0, 200_000), () => res.socket!.resetAndDestroy());
      },
    ],
    [
      'is packed, and large',
      (_, res) => void res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(2e7))),
    ],
  ])('is cut off, and is not taken for the file, if what the store sends %s', async (_, way) => {
    store.ways.push(way);
    const { bytes, isWhole } = await received(path);
    expect(isWhole).toBe(false);
    expect(bytes).toBeLessThan(content.length);
  });

  it.each([
    ['ends too early', 'PN'],
    ['does not end', 'PNG\r\n'],
  ])('of a part is cut off, and is not taken for that part, if what the store sends %s', async (_, text) => {
    store.ways.push((_req, res) => {
      res.writeHead(206, { 'content-range': `bytes 1-4/${content.length}` });
      // Without its length, so that only the content itself shows what is wrong.
      res.write(text.slice(0, 1), () => res.end(text.slice(1)));
    });
    // A part that does not arrive at all ends without an answer.
    const nothing = { bytes: 0, isWhole: false };
    const { bytes, isWhole } = await received(path, { range: 'bytes=1-4' }).catch(() => nothing);
    expect(isWhole).toBe(false);
    expect(bytes).toBeLessThan(4);
  });

  it('fails with a problem if the store never answers', async () => {
    jest.replaceProperty(RESPONSE_TIMEOUT_MS, 'GET', 500);
    const hung = hanging();
    const answer = problemAt(path);
    await hung;
    collectGarbage();
    expect(await answer).toEqual(AWAY);
  });

  it('is cut off if the store falls silent midway', async () => {
    jest.replaceProperty(SILENCE, 'timeoutMs', 500);
    const hung = hanging((res) => {
      res.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 200_000));
    });
    const answer = received(path);
    await hung;
    collectGarbage();
    expect((await answer).isWhole).toBe(false);
  });

  it('closes the connection of an endless failure before it asks again', async () => {
    const failed = new Promise<unknown>((resolve) => {
      store.ways.push((_, res) => {
        resolve(once(res, 'close'));
        res.writeHead(500).write('<Error>');
      });
    });
    expect(await received(path)).toEqual({ bytes: content.length, isWhole: true });
    await failed;
  });

  it.each([404, 500])(
    'reads little of an endless answer with status %i, and closes the connection',
    async (status) => {
      let sent = 0;
      const closed: Promise<unknown>[] = [];
      const endless: StoreWay = (_, res) => {
        closed.push(once(res, 'close'));
        res.writeHead(status);
        const pour = () => {
          while (!res.destroyed) {
            sent += 65_536;
            if (!res.write(' '.repeat(65_536))) return void res.once('drain', pour);
          }
        };
        pour();
      };
      store.ways.push(endless, endless, endless, endless);
      expect(await problemAt(path)).toEqual(AWAY);
      await Promise.all(closed);
      expect(sent).toBeLessThan(64 * 1_048_576);
    },
  );
});

describe('a file without a record stays listed until it is removed', () => {
  const orphan = async () => {
    const { assetId } = await made(service, { content });
    await service.home.api.delete(`/v0/assets/${assetId}`).expect(200);
    await service.home.api.delete(`/v0/assets/trash/${assetId}`).expect(200);
  };
  const removal = () => service.app.get(RemoveOrphansHandler).handle();

  it.each<[string, StoreWay]>([
    ['reports an error with status 200', (_, res) => void res.end(XML_ERROR)],
    ['forbids it', (_, res) => void res.writeHead(403).end(XML_ERROR)],
    ['leads elsewhere', (_, res) => void res.writeHead(307, ELSEWHERE).end()],
  ])('also if the store %s', async (_, way) => {
    await orphan();
    store.ways.push(way);
    await expect(removal()).rejects.toThrow('not reachable');
    expect([await orphanCount(service), other.asked]).toEqual([1, []]);
  });

  it('also if the store never answers', async () => {
    await orphan();
    jest.replaceProperty(RESPONSE_TIMEOUT_MS, 'DELETE', 500);
    const hung = hanging();
    const failed = expect(removal()).rejects.toThrow('not reachable');
    await hung;
    collectGarbage();
    await failed;
    expect(await orphanCount(service)).toBe(1);
  });
});
