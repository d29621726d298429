import { get, request, type ClientRequest } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { pino } from 'pino';
import { SitePages } from '../../src/modules/site/pages/site-pages.service.js';
import { FileStore } from '../../src/shared/storage/file-store.js';
import { filesOf, made } from '../assets/support.js';
import { captureLog } from '../support/captured-log.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';

const { logger, lines } = captureLog({ serializers: { error: pino.stdSerializers.err } });
const { service, api } = useTestService({}, logger);

beforeEach(() => void (lines.length = 0));
afterEach(() => jest.restoreAllMocks());

const linesFrom = (least: number) =>
  lines.map((line) => JSON.parse(line) as { level: number }).filter(({ level }) => level >= least);
const failures = () => linesFrom(50);
const warnings = () => linesFrom(40);

function begin(path: string, type: string, body: string): ClientRequest {
  const headers = { 'x-api-key': service.home.key, 'x-request-id': 'gone', 'content-type': type };
  const req = request(service.url + path, { method: 'POST', agent: false, headers });
  req.on('error', () => undefined);
  req.write(body);
  return req;
}

async function allGone(): Promise<void> {
  const server = service.app.getHttpServer();
  const connections = promisify(server.getConnections.bind(server));
  await until(async () => {
    server.closeIdleConnections();
    return (await connections()) === 0;
  });
}

const logged = (text: string) => until(async () => lines.some((line) => line.includes(text)));

/** Waits for a lock before it fails, so that a test can do something meanwhile. */
beforeAll(async () => {
  await service.pool.query(`
      create function fail_late() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(42); raise 'out of luck'; end $$`);
  await service.pool.query('create trigger fail_late before insert on topic execute function fail_late()');
});

/** In a transaction: behind a pooler, whoever is given the same connection next would hold a lock of the session. */
async function holdLock(): Promise<() => Promise<void>> {
  const holder = await service.pool.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(42)');
  return async () => {
    await holder.query('commit');
    holder.release();
  };
}

describe('the log', () => {
  it('tells of what went wrong on our side, though the caller did not wait for it', async () => {
    const release = await holdLock();
    const req = begin('/v0/topics', 'application/json', '{"title":"a"}');
    req.end();
    const waiting = `select from pg_locks where locktype = 'advisory' and objid = 42 and not granted`;
    await until(async () => (await service.pool.query(waiting)).rowCount === 1);
    req.destroy();
    await allGone();
    await release();
    await logged('out of luck');
    expect(failures()).toEqual([
      expect.objectContaining({
        msg: 'internal_error',
        requestId: 'gone',
        error: expect.objectContaining({ message: expect.stringContaining('out of luck') }),
      }),
    ]);
  });

  it('tells of a database that is away in one short line for each request', async () => {
    const release = await holdLock();
    const change = api.post('/v0/topics', { title: 'a' }).set('x-request-id', 'away').expect(503);
    const waiting = `select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objid = 42 and not granted`;
    const [answer] = await Promise.all([
      change.then(({ body }) => body),
      until(async () => (await service.pool.query(waiting)).rowCount === 1),
    ]);
    await release();
    expect(answer.code).toBe('database_unavailable');
    const reason = 'terminating connection due to administrator command';
    const line = { level: 40, time: expect.any(Number), context: 'http', msg: 'database_unavailable' };
    expect(warnings()).toEqual([expect.objectContaining({ ...line, requestId: 'away', reason })]);
    expect(lines.join()).not.toContain('stack');
  });

  it('tells of a visitor who meets that as shortly', async () => {
    const away = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' });
    jest.spyOn(service.app.get(SitePages), 'at').mockRejectedValue(away);
    expect((await fetch(`${service.siteUrl}/default/welcome`)).status).toBe(503);
    const line = { level: 40, msg: 'database_unavailable', reason: 'no connection' };
    expect(warnings()).toEqual([expect.objectContaining(line)]);
  });

  it('does not take a caller who goes away for a failure', async () => {
    const before = await filesOf(service);
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n';
    const req = begin('/v0/assets', 'multipart/form-data; boundary=b', part + 'x'.repeat(100_000));
    await until(async () => (await filesOf(service)).length > before.length);
    req.destroy();
    await until(async () => (await filesOf(service)).length === before.length);
    // By the time that another is answered, this one is over.
    await api.get('/v0/topics').expect(200);
    expect(failures()).toEqual([]);
  });

  it('tells of a store that fails in the middle of a file', async () => {
    const { downloadUrl } = await made(service);
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('x');
        throw new Error('the store broke');
      })(),
    );
    jest.spyOn(service.app.get(FileStore), 'open').mockResolvedValue(broken);
    const headers = { 'x-request-id': 'broken' };
    const read = fetch(service.url + downloadUrl, { headers }).then((answer) => answer.arrayBuffer());
    await expect(read).rejects.toThrow();
    await logged('the store broke');
    expect(failures()).toEqual([
      expect.objectContaining({ msg: 'download failed', requestId: 'broken', error: expect.anything() }),
    ]);
  });

  it('is silent on a reader who leaves in the middle of a file', async () => {
    const { downloadUrl } = await made(service);
    const endless = new Readable({ read: () => undefined });
    endless.push('x');
    jest.spyOn(service.app.get(FileStore), 'open').mockResolvedValue(endless);
    const req = get(service.url + downloadUrl, { agent: false }, (answer) => answer.destroy());
    req.on('error', () => undefined);
    await until(async () => endless.destroyed);
    await allGone();
    expect(failures()).toEqual([]);
  });
});
