import { request, type ClientRequest } from 'node:http';
import { StoredFiles } from '../../src/shared/storage/stored-files.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { CONTENT, filesOf, orphanCount, made, problemOf, send } from './support.js';

const BEGINNING = Buffer.concat([
  Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'),
  CONTENT.png,
  Buffer.alloc(100_000),
]);

const { service } = useTestService({ UPLOAD_TIMEOUT_MS: '1000' });
let files: string[];

beforeEach(async () => {
  files = await filesOf(service);
});

/** Sends the beginning of a form, and no more. */
function begin(): ClientRequest {
  const { port } = new URL(service.url);
  const headers = { 'x-api-key': service.home.key, 'content-type': 'multipart/form-data; boundary=b' };
  const req = request({ port, method: 'POST', path: '/v0/assets', headers });
  req.on('error', () => undefined);
  req.write(BEGINNING);
  return req;
}

const arriving = () => until(async () => (await filesOf(service)).length > files.length);
const nothingLeft = () => until(async () => (await filesOf(service)).length === files.length);

describe('an upload', () => {
  it('that is aborted leaves nothing behind, and held no connection', async () => {
    const req = begin();
    await arriving();
    await until(async () => service.pool.totalCount === service.pool.idleCount);
    req.destroy();
    await nothingLeft();
    expect(await orphanCount(service)).toBe(0);
  });

  it('that is too slow is given up', async () => {
    const req = begin();
    const answer = await new Promise<{ status?: number; body: string }>((resolve) => {
      req.on('response', (res) => {
        let body = '';
        res.on('data', (chunk: Buffer) => (body += chunk.toString()));
        res.on('end', () => resolve({ status: res.statusCode, body }));
      });
    });
    expect([answer.status, (JSON.parse(answer.body) as { code: string }).code]).toEqual([
      408,
      'upload_too_slow',
    ]);
    await nothingLeft();
  });

  it('whose transaction fails leaves nothing behind', async () => {
    await service.pool.query('alter table asset add constraint never check (name <> $$Unlucky$$)');
    const answer = await send(service, { fields: { name: 'Unlucky' } });
    expect([answer.status, (await problemOf(answer)).code]).toEqual([500, 'internal_error']);
    expect(await filesOf(service)).toEqual(files);
    expect(await orphanCount(service)).toBe(0);
  });

  it('whose connection is lost at the commit leaves nothing behind, and the next one is fine', async () => {
    await service.pool.query(`
      create function hang_up() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
    await service.pool.query(`
      create constraint trigger hang_up after insert on asset deferrable initially deferred
      for each row execute function hang_up()`);
    expect((await send(service)).status).toBe(503);
    expect(await filesOf(service)).toEqual(files);
    await service.pool.query('drop trigger hang_up on asset');
    expect((await send(service)).status).toBe(201);
  });

  it('whose record is there keeps its file, though its request may believe that it failed', async () => {
    const { data, downloadUrl } = await made(service);
    const fileId = uuidOf('file', data.fileId)!;
    await inContext({ tenantId: service.home.id }, () => service.app.get(StoredFiles).removeIfOrphan(fileId));
    expect((await fetch(service.url + downloadUrl)).status).toBe(200);
  });
});
