import { once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { retryAfterMs } from '../../src/modules/webhooks/retry-after.js';
import { until } from '../support/until.js';
import { TestCaller, type Calling } from './calls.js';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.js';
import { NameServer } from './name-server.js';
import { RawReceiver, type Script } from './raw-receiver.js';

const ok = (body = 'ok') => `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const head = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const CHUNKED = head('transfer-encoding: chunked');
const KIB = 1024;

/** Goes on for as long as somebody reads. */
function pour(socket: Socket, bytes: string): void {
  const write = () => {
    if (!socket.destroyed) socket.write(bytes, () => setImmediate(write));
  };
  write();
}

function trickle(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
}

const SCRIPTS: Record<string, Script> = {
  ok: (socket) => socket.write(ok()),
  none: (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
  moved: (socket) =>
    socket.write(`HTTP/1.1 307 X\r\nlocation: ${receiver.url('ok')}\r\ncontent-length: 0\r\n\r\n`),
  broken: (socket) => socket.write('HTTP/1.1 500 X\r\ncontent-length: 4\r\nretry-after: 7\r\n\r\noops'),
  hints: (socket) => socket.write(`HTTP/1.1 103 X\r\nlink: </a>\r\n\r\nHTTP/1.1 102 X\r\n\r\n${ok()}`),
  silent: () => undefined,
  'half-head': (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-le'),
  'slow-head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    trickle(socket, 'a');
  },
  'endless-hints': (socket) => pour(socket, 'HTTP/1.1 103 X\r\n\r\n'.repeat(100)),
  'endless-lines': (socket) => pour(socket, '\r\n'.repeat(KIB)),
  'endless-status': (socket) => {
    socket.write('HTTP/1.1 200 ');
    pour(socket, 'a'.repeat(4 * KIB));
  },
  'endless-zeros': (socket) => {
    socket.write(CHUNKED);
    pour(socket, '0'.repeat(4 * KIB));
  },
  'endless-extension': (socket) => {
    socket.write(`${CHUNKED}1;`);
    pour(socket, 'a'.repeat(4 * KIB));
  },
  'endless-rest': (socket) => {
    socket.write(ok());
    pour(socket, '\r\n'.repeat(KIB));
  },
  'no-end': (socket) => socket.write(`${CHUNKED}${chunk('begun')}`),
  trickling: (socket) => {
    socket.write(CHUNKED);
    trickle(socket, chunk('.'));
  },
  endless: (socket) => {
    socket.write(CHUNKED);
    pour(socket, chunk('x'.repeat(60 * KIB)));
  },
  'bit-by-bit': (socket) => socket.write(`${CHUNKED}${chunk('y').repeat(16 * KIB)}0\r\n\r\n`),
  'exactly-full': (socket) => socket.write(ok('y'.repeat(16 * KIB))),
  'over-full': (socket) => socket.write(ok(`${'y'.repeat(16 * KIB - 1)}\u00e9z`)),
  short: (socket) => socket.end(`${head('content-length: 100')}only this`),
  'big-head': (socket) =>
    socket.write(
      head(...Array.from({ length: 20 }, (_, n) => `x-${n}: ${'v'.repeat(KIB)}`), 'content-length: 0'),
    ),
  'endless-head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    pour(socket, 'v'.repeat(4 * KIB));
  },
  'many-fields': (socket) => socket.write(`HTTP/1.1 200 OK\r\n${'a:b\r\n'.repeat(40 * KIB)}`),
  'many-trailers': (socket) => socket.write(`${CHUNKED}0\r\n${'a:b\r\n'.repeat(40 * KIB)}`),
  junk: (socket) => socket.write('220 mail.example ESMTP\r\n'),
  'two-lengths': (socket) => socket.write(head('content-length: 1', 'content-length: 2')),
  upgrade: (socket) => socket.write('HTTP/1.1 101 X\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
  continue: (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ok()}`),
  reset: (socket) => socket.resetAndDestroy(),
  closed: (socket) => socket.end(),
  'bad-bytes': (socket) =>
    socket.write(
      Buffer.concat([
        Buffer.from(head('content-length: 7')),
        Buffer.from([0x61, 0, 0xff, 0xc3, 0xed, 0xa0, 0x80]),
      ]),
    ),
  gzip: (socket) => socket.write(head('content-encoding: gzip', 'content-length: 3') + 'abc'),
  twice: (socket) => socket.write(ok('first') + ok('second')),
};

const receiver = new RawReceiver(SCRIPTS);

const callers: TestCaller[] = [];

beforeAll(() => receiver.start());
afterEach(async () => {
  await Promise.all(callers.map((caller) => caller.close()));
  await until(async () => receiver.sockets.size === 0 || undefined);
  receiver.connections = 0;
  receiver.requests.length = 0;
  callers.length = 0;
});
afterAll(() => receiver.stop());

function caller(limits: Calling['limits'] = {}, calling: Calling = {}): TestCaller {
  const made = new TestCaller({ allow: ['127.0.0.1'], limits, ...calling });
  callers.push(made);
  return made;
}

async function portOf(server: TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const SHORT = { callMs: 300, bodyMs: 150 };
/** Far less than it would be without limits, and enough on a busy machine. */
const SOON_MS = 3_000;
const answered = (status: number, responseBody = '') => ({ status, error: null, detail: null, responseBody });
const failed = (error: string) => ({ status: null, error, detail: expect.any(String), responseBody: '' });

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
    await until(async () => receiver.sockets.size === 0 || undefined);
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
    await until(async () => receiver.sockets.size === 0 || undefined);
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
    const begun = performance.now();
    for (let n = 0; n < 40; n++) {
      expect(await calling.post(receiver.url(path))).toMatchObject(expected);
    }
    expect(performance.now() - begun).toBeLessThan(SOON_MS);
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
    await until(async () => receiver.sockets.size === 0 || undefined);
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
    const dns = await new NameServer().start();
    dns.silent.add('quiet.example');
    const result = await caller({ connectMs: 100 }, { names: dns.names() }).post('http://quiet.example/');
    expect(result).toMatchObject(failed('connect_timeout'));
    dns.stop();
  });
});

describe('a secure connection', () => {
  it('is not made with a host that says nothing to it', async () => {
    const url = receiver.url('ok').replace('http:', 'https:');
    expect(await caller({ connectMs: 100 }).post(url)).toMatchObject(failed('connect_timeout'));
    expect(receiver.requests).toEqual([]);
  });

  it('is not made with a host that speaks no TLS', async () => {
    const server = createTcpServer((socket) => socket.on('error', () => undefined).end('hello\r\n'));
    expect(await caller().post(`https://127.0.0.1:${await portOf(server)}/`)).toMatchObject(
      failed('tls_failed'),
    );
    server.close();
  });

  it('is made with a certificate that is trusted and names the host, and with no other', async () => {
    const dns = await new NameServer().start();
    for (const name of ['hooks.example', 'other.example']) dns.answers.set(name, [['127.0.0.1']]);
    const server = createSecureServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, (_req, res) =>
      res.end('safe'),
    );
    const port = await portOf(server);
    const call = (host: string) => caller({}, { names: dns.names() }).post(`https://${host}:${port}/`);
    expect(await call('hooks.example')).toMatchObject(failed('tls_failed'));
    const trusted = getCACertificates();
    setDefaultCACertificates([...trusted, CERTIFICATE]);
    expect(await call('hooks.example')).toMatchObject(answered(200, 'safe'));
    expect(await call('other.example')).toMatchObject(failed('tls_failed'));
    expect(await call('127.0.0.1')).toMatchObject(failed('tls_failed'));
    setDefaultCACertificates(trusted);
    server.closeAllConnections();
    server.close();
    dns.stop();
  });
});

describe('a call', () => {
  it('is given up when it is told to, before and during', async () => {
    const calling = caller();
    expect(await calling.post(receiver.url('ok'), { signal: AbortSignal.abort() })).toMatchObject(
      failed('aborted'),
    );
    const giving = new AbortController();
    const result = calling.post(receiver.url('silent'), { signal: giving.signal });
    await until(async () => receiver.requests.length === 1 || undefined);
    giving.abort();
    expect(await result).toMatchObject(failed('aborted'));
    await until(async () => receiver.sockets.size === 0 || undefined);
  });

  it('takes the connection of the one before, and a new one after one that failed', async () => {
    const calling = caller(SHORT);
    for (let n = 0; n < 5; n++) {
      expect(await calling.post(receiver.url('ok'))).toMatchObject(answered(200, 'ok'));
      await nextTurn();
    }
    expect(receiver.connections).toBe(1);
    for (const path of ['reset', 'ok', 'junk', 'ok', 'silent', 'ok']) await calling.post(receiver.url(path));
    expect(await calling.post(receiver.url('ok'))).toMatchObject(answered(200, 'ok'));
  });

  it('waits for no other, however many hang at the same host', async () => {
    const calling = caller();
    const giving = new AbortController();
    let ended = 0;
    const hanging = Array.from({ length: 40 }, async () => {
      const result = await calling.post(receiver.url('silent'), { signal: giving.signal });
      ended++;
      return result.error;
    });
    const healthy = await calling.post(receiver.url('ok'));
    expect(healthy).toMatchObject(answered(200, 'ok'));
    expect(healthy.durationMs).toBeLessThan(SOON_MS);
    await until(async () => receiver.requests.length === 41 || undefined);
    await nextTurn();
    await calling.post(receiver.url('ok'));
    expect([ended, receiver.connections]).toEqual([0, 41]);
    giving.abort();
    expect(await Promise.all(hanging)).toEqual(Array(40).fill('aborted'));
    await until(async () => receiver.sockets.size === 1 || undefined);
  });

  it('leaves no connection open for long, and not many', async () => {
    const calling = caller({ idleMs: 100 });
    await calling.post(receiver.url('ok'));
    await until(async () => receiver.sockets.size === 0 || undefined);
    const few = caller({ idleConnections: 2 });
    await Promise.all(Array.from({ length: 8 }, () => few.post(receiver.url('ok'))));
    expect(receiver.sockets.size).toBe(8);
    await few.post(receiver.url('ok'));
    await until(async () => receiver.sockets.size === 1 || undefined);
  });

  it('ends once among many of every kind, while connections are replaced', async () => {
    const calling = caller({ ...SHORT, connectionAgeMs: 5, idleMs: 20 });
    const paths = Array.from(
      { length: 400 },
      (_, n) => Object.keys(SCRIPTS)[n % Object.keys(SCRIPTS).length]!,
    );
    const results = await Promise.all(paths.map((path) => calling.post(receiver.url(path))));
    const isOneOf = results.map(({ status, error }) => (status === null) !== (error === null));
    expect(isOneOf).toEqual(Array(400).fill(true));
    expect(Math.max(...results.map(({ durationMs }) => durationMs))).toBeLessThan(SOON_MS);
    await until(async () => receiver.sockets.size === 0 || undefined);
    expect(await calling.post(receiver.url('ok'))).toMatchObject(answered(200, 'ok'));
  });

  it('ends with the caller, as its connections do', async () => {
    const calling = caller();
    await calling.post(receiver.url('ok'));
    const result = calling.post(receiver.url('silent'));
    await until(async () => receiver.requests.some((each) => each.startsWith('POST /silent')) || undefined);
    await calling.close();
    expect(await result).toMatchObject(failed('aborted'));
    expect(await calling.post(receiver.url('ok'))).toMatchObject(failed('aborted'));
    await until(async () => receiver.sockets.size === 0 || undefined);
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-15T08:00:00.500Z');
  const DAY = 86_400_000;

  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5000],
    ['86400', DAY],
    ['86401', DAY],
    ['9'.repeat(400), DAY],
    ['Sun, 15 Nov 2026 08:01:00 GMT', 59_500],
    ['Sunday, 15-Nov-26 08:01:00 GMT', 59_500],
    ['Sun Nov 15 08:01:00 2026', 59_500],
    ['Sat, 14 Nov 2026 08:00:00 GMT', 0],
    ['Fri, 01 Jan 2100 00:00:00 GMT', DAY],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['0x10', null],
    ['soon', null],
    ['2026-11-15T08:01:00Z', null],
    ['Sun, 99 Nov 2026 08:01:00 GMT', null],
  ])('of %j asks for %p', (text, expected) => {
    expect(retryAfterMs(text, now)).toBe(expected);
  });

  it('counts once where it comes twice or not at all', () => {
    expect(retryAfterMs(['3', '9'], now)).toBe(3000);
    expect(retryAfterMs(undefined, now)).toBeNull();
  });
});
