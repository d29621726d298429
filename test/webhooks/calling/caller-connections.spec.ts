import { once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startNameServer } from '../../support/servers/name-server.js';
import { until } from '../../support/until.js';
import { SCRIPTS } from './answer-scripts.js';
import { answered, calling, failed, SHORT, SOON_MS } from './calling.js';
import { namesFrom } from './calls.js';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.js';

const { receiver, caller } = calling();

async function portOf(server: TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

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
    const dns = await startNameServer();
    for (const name of ['hooks.example', 'other.example']) dns.setAddresses(name, ['127.0.0.1']);
    const server = createSecureServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, (_req, res) =>
      res.end('safe'),
    );
    const port = await portOf(server);
    const call = (host: string) => caller({}, { names: namesFrom(dns) }).post(`https://${host}:${port}/`);
    expect(await call('hooks.example')).toMatchObject(failed('tls_failed'));
    const trusted = getCACertificates();
    setDefaultCACertificates([...trusted, CERTIFICATE]);
    expect(await call('hooks.example')).toMatchObject(answered(200, 'safe'));
    expect(await call('other.example')).toMatchObject(failed('tls_failed'));
    expect(await call('127.0.0.1')).toMatchObject(failed('tls_failed'));
    setDefaultCACertificates(trusted);
    server.closeAllConnections();
    server.close();
    await dns.close();
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
    await until(async () => receiver.requests.length === 1);
    giving.abort();
    expect(await result).toMatchObject(failed('aborted'));
    await until(async () => receiver.sockets.size === 0);
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
    await until(async () => receiver.requests.length === 41);
    await nextTurn();
    await calling.post(receiver.url('ok'));
    expect([ended, receiver.connections]).toEqual([0, 41]);
    giving.abort();
    expect(await Promise.all(hanging)).toEqual(Array(40).fill('aborted'));
    await until(async () => receiver.sockets.size === 1);
  });

  it('leaves no connection open for long, and not many', async () => {
    const calling = caller({ idleMs: 100 });
    await calling.post(receiver.url('ok'));
    await until(async () => receiver.sockets.size === 0);
    const few = caller({ idleConnections: 2 });
    await Promise.all(Array.from({ length: 8 }, () => few.post(receiver.url('ok'))));
    expect(receiver.sockets.size).toBe(8);
    await few.post(receiver.url('ok'));
    await until(async () => receiver.sockets.size === 1);
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
    await until(async () => receiver.sockets.size === 0);
    expect(await calling.post(receiver.url('ok'))).toMatchObject(answered(200, 'ok'));
  });

  it('ends with the caller, as its connections do', async () => {
    const calling = caller();
    await calling.post(receiver.url('ok'));
    const result = calling.post(receiver.url('silent'));
    await until(async () => receiver.requests.some((each) => each.startsWith('POST /silent')));
    await calling.close();
    expect(await result).toMatchObject(failed('aborted'));
    expect(await calling.post(receiver.url('ok'))).toMatchObject(failed('aborted'));
    await until(async () => receiver.sockets.size === 0);
  });
});
