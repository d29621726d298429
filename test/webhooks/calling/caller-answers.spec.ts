import { startNameServer } from '../../support/servers/name-server.js';
import { until } from '../../support/until.js';
import { KIB } from './answer-scripts.js';
import { answered, calling, failed, SHORT, SOON_MS } from './calling.js';
import { namesFrom } from './calls.js';
import { RawReceiver } from './raw-receiver.js';

const { receiver, caller } = calling();

describe('an answer', () => {
  it('is told with its status, body and duration', async () => {
    const result = await caller().post(receiver.url('ok'), {
      body: '{"a":"\u00e9"}',
      headers: { 'x-a': 'b' },
    });
    expect(result).toEqual({ ...answered(200, 'ok'), durationMs: expect.any(Number), retryAfterMs: null });
    expect(receiver.requests).toEqual([
      expect.stringMatching(/^POST \/ok HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\n/),
    ]);
    expect(receiver.requests[0]).toMatch(
      /\r\ncontent-type: application\/json\r\nx-a: b\r\ncontent-length: 10\r\n\r\n\{"a":"é"\}$/,
    );
    expect(receiver.requests[0]).not.toMatch(/cookie|accept-encoding|authorization/i);
  });

  it('keeps the path and query as they are, and leaves the fragment here', async () => {
    await caller().post(`${receiver.url('ok')}/%7e/a%20b?x=%C3%A9&y=1#fragment`);
    expect(receiver.requests[0]).toMatch(/^POST \/ok\/%7e\/a%20b\?x=%C3%A9&y=1 HTTP/);
  });

  it.each([
    ['none', answered(204)],
    ['moved', answered(307)],
    ['broken', { ...answered(500, 'oops'), retryAfterMs: 7000 }],
    ['hints', answered(200, 'ok')],
    ['short', answered(200, 'only this')],
    ['bit-by-bit', answered(200, 'y'.repeat(16 * KIB))],
    ['exactly-full', answered(200, 'y'.repeat(16 * KIB))],
    ['over-full', answered(200, 'y'.repeat(16 * KIB - 1))],
    ['bad-bytes', answered(200, 'a\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD')],
    ['gzip', answered(200, 'abc')],
    ['twice', answered(200, 'first')],
  ])('is taken as it is: %s', async (path, result) => {
    expect(await caller().post(receiver.url(path))).toMatchObject(result);
    expect(receiver.requests).toHaveLength(1);
  });

  it('counts by its status when its body does not end, and is not waited for', async () => {
    const calling = caller(SHORT);
    const begun = performance.now();
    expect(await calling.post(receiver.url('no-end'))).toMatchObject(answered(200, 'begun'));
    expect(await calling.post(receiver.url('trickling'))).toMatchObject({
      status: 200,
      responseBody: expect.stringMatching(/^\.+$/),
    });
    expect(performance.now() - begun).toBeLessThan(SOON_MS);
    expect(await caller().post(receiver.url('endless'))).toMatchObject(answered(200, 'x'.repeat(16 * KIB)));
    await until(async () => receiver.sockets.size === 0);
    expect(receiver.connections).toBe(3);
  });
});

describe('a flood', () => {
  it.each([
    ['endless-hints', failed('bad_answer')],
    ['endless-lines', failed('bad_answer')],
    ['endless-status', failed('bad_answer')],
    ['endless-zeros', answered(200)],
    ['endless-extension', answered(200)],
    ['endless-rest', answered(200, 'ok')],
  ])('is cut off long before its time is over: %s', async (path, expected) => {
    const begun = performance.now();
    const result = await caller({ idleMs: 60_000 }).post(receiver.url(path));
    expect(result).toMatchObject(expected);
    await until(async () => receiver.sockets.size === 0);
    expect(performance.now() - begun).toBeLessThan(SOON_MS);
    expect(receiver.connections).toBe(1);
  });
});

describe('a head', () => {
  it.each([
    ['many-fields', failed('bad_answer')],
    ['many-trailers', answered(200)],
  ])('of too many fields costs little: %s', async (path, expected) => {
    const calling = caller();
    const timeOf = async (url: string, result: object) => {
      const begun = performance.now();
      expect(await calling.post(url)).toMatchObject(result);
      return performance.now() - begun;
    };
    let ordinary = 0;
    let costly = 0;
    for (let n = 0; n < 40; n++) {
      ordinary += await timeOf(receiver.url('ok'), answered(200, 'ok'));
      costly += await timeOf(receiver.url(path), expected);
    }
    expect(costly / ordinary).toBeLessThan(30);
  });
});

describe('no answer', () => {
  it.each([
    ['reset', 'connection_lost'],
    ['closed', 'connection_lost'],
    ['big-head', 'bad_answer'],
    ['endless-head', 'bad_answer'],
    ['junk', 'bad_answer'],
    ['two-lengths', 'bad_answer'],
    ['upgrade', 'bad_answer'],
    ['continue', 'bad_answer'],
  ])('is told by its reason: %s, %s', async (path, error) => {
    expect(await caller().post(receiver.url(path))).toMatchObject(failed(error));
    expect([receiver.requests.length, receiver.connections]).toEqual([1, 1]);
  });

  it.each(['silent', 'half-head', 'slow-head'])('in time is a timeout: %s', async (path) => {
    const result = await caller(SHORT).post(receiver.url(path));
    expect(result).toMatchObject(failed('timeout'));
    expect(result.durationMs).toBeGreaterThanOrEqual(SHORT.callMs - 1);
    expect(result.durationMs).toBeLessThan(SOON_MS);
    await until(async () => receiver.sockets.size === 0);
    expect(receiver.connections).toBe(1);
  });

  it('comes from a port where nobody listens', async () => {
    const gone = await new RawReceiver({}).start();
    const url = gone.url('');
    await gone.stop();
    expect(await caller().post(url)).toMatchObject(failed('connection_refused'));
  });

  it('comes from a call that can not be sent', async () => {
    const result = await caller().post(receiver.url('ok'), { headers: { 'x-bad': 'a\r\nb: c' } });
    expect(result).toMatchObject(failed('not_sent'));
    expect(receiver.connections).toBe(0);
  });

  it('comes while a name server says nothing', async () => {
    const dns = await startNameServer();
    dns.become('silent');
    const result = await caller({ connectMs: 100 }, { names: namesFrom(dns) }).post('http://quiet.example/');
    expect(result).toMatchObject(failed('connect_timeout'));
    await dns.close();
  });
});
