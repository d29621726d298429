import { SESSION_LIMITS } from '../../../src/shared/database/driver/session-limits.js';
import { startProxy } from '../proxy.js';
import { sendJob } from '../sent-job.js';
import { changeThatWaits } from '../slow-change.js';
import { cleanUp, freshDatabase, start, until } from '../support.js';

afterEach(cleanUp);

it('answers 503 while the database is away, serves again once it is back, and can end without it', async () => {
  const databaseUrl = await freshDatabase();
  const proxy = await startProxy(databaseUrl);
  const instance = await start({
    DATABASE_URL: proxy.url,
    DATABASE_WAIT_MS: '1000',
    SHUTDOWN_TIMEOUT_MS: '1000',
  });
  expect((await instance.get('/v0/topics')).status).toBe(200);

  await proxy.close();
  await Promise.all([
    expectUnavailable(() => instance.get('/v0/topics')),
    expectUnavailable(() => instance.get('/v0/topics', 'a-key-that-is-not-remembered')),
    expectUnavailable(() => instance.send('POST', '/v0/topics', { title: 'Lost' })),
    expectUnavailable(() => instance.get('/health/ready')),
  ]);
  expect((await instance.get('/health/live')).status).toBe(200);

  await proxy.reopen();
  await until(async () => (await instance.get('/health/ready')).status === 200);
  expect((await instance.send('POST', '/v0/topics', { title: 'Back' })).status).toBe(201);
  const topics = await (await instance.get('/v0/topics')).json();
  expect(topics).toMatchObject({ items: [{ title: 'Back' }] });
  const done = await sendJob(databaseUrl);
  await done();

  await proxy.close();
  expect(await instance.stop()).toEqual({ code: 0, signal: null });
  expect(instance.stderr).toBe('');
});

it('takes a slow statement for what it is, and a frozen server for one that is away', async () => {
  const databaseUrl = await freshDatabase();
  const proxy = await startProxy(databaseUrl);
  const instance = await start({
    DATABASE_URL: proxy.url,
    DATABASE_WAIT_MS: '1000',
    SHUTDOWN_TIMEOUT_MS: '1000',
  });
  const { change, letGo } = await changeThatWaits(instance, databaseUrl);
  const before = proxy.connections;
  await until(() => proxy.connections > before + 2);
  await letGo();
  expect((await change).status).toBe(200);

  proxy.freeze();
  const begin = performance.now();
  const answers = await Promise.all([1, 2, 3].map(() => instance.get('/v0/topics')));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(performance.now() - begin).toBeLessThan(SESSION_LIMITS.statement_timeout / 2);
  const [ready, metrics] = await Promise.all([instance.get('/health/ready'), instance.get('/metrics')]);
  expect(ready.status).toBe(503);
  expect(await metrics.text()).toContain('foyer_http_request_duration_seconds');
  expect(performance.now() - begin).toBeLessThan(SESSION_LIMITS.statement_timeout);

  await proxy.close();
  await proxy.reopen();
  await until(async () => (await instance.get('/v0/topics')).status === 200);
});

it('is busy, and says so, where it can not connect in time while the database answers', async () => {
  const proxy = await startProxy(await freshDatabase());
  const instance = await start({ DATABASE_URL: proxy.url, DATABASE_WAIT_MS: '1000', ROLE: 'api' });
  expect((await instance.get('/v0/topics')).status).toBe(200);
  proxy.keepNewWaiting();
  // One by one they find the connections that there are.
  const reads: Promise<Response>[] = [];
  const reading = setInterval(() => reads.push(instance.get('/v0/topics')), 50);
  const answers = await Promise.all(Array.from({ length: 20 }, () => instance.get('/v0/pages')));
  clearInterval(reading);
  await Promise.all(reads);
  const refused = answers.filter(({ status }) => status !== 200);
  const codes = await Promise.all(
    refused.map(async (each) => ((await each.json()) as { code: string }).code),
  );
  expect(new Set(codes)).toEqual(new Set(['busy']));
});

async function expectUnavailable(request: () => Promise<Response>): Promise<void> {
  const begin = performance.now();
  const response = await request();
  expect(response.status).toBe(503);
  expect(performance.now() - begin).toBeLessThan(2000);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(response.headers.get('retry-after')).toBe('1');
}
