import { jest } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startNameServer, type NameServer } from '../../support/servers/name-server.js';
import { BAD_URLS, hostOf, LOOPBACK, LOOPBACK_URLS } from './hostile-addresses.js';
import { namesFrom, TestCaller, type Calling } from './calls.js';
import { LoopbackReceiver } from './loopback-receiver.js';

// All is called for real, so no name and no URL here leads elsewhere than to loopback. The addresses of others are in
// caller-rules.spec.ts.

const receiver = new LoopbackReceiver();
const { reached } = receiver;
let port: number;
let dns: NameServer;
const callers: TestCaller[] = [];

beforeAll(async () => {
  await receiver.start();
  port = receiver.port;
  dns = await startNameServer();
});
beforeEach(() => {
  reached.length = 0;
  dns.reset();
});
afterAll(async () => {
  await Promise.all(callers.map((caller) => caller.close()));
  await receiver.stop();
  await dns.close();
});

function caller(calling: Calling = {}): TestCaller {
  const made = new TestCaller({ names: namesFrom(dns), ...calling });
  callers.push(made);
  return made;
}

const refused = { status: null, error: 'address_refused', responseBody: '', retryAfterMs: null };
const withPort = (url: string) => url.replace('PORT', String(port));

describe('an address that must not be reached', () => {
  const guarded = caller;

  it.each(LOOPBACK)('is refused as a host: %s', async (address) => {
    for (const scheme of ['http', 'https']) {
      const result = await guarded().post(`${scheme}://${hostOf(address)}:${port}/`);
      expect(result).toMatchObject(refused);
    }
    expect(reached).toEqual([]);
  });

  it.each(LOOPBACK)('is refused behind a name: %s', async (address) => {
    dns.setAddresses('hooks.example', [address]);
    expect(await guarded().post(`http://hooks.example:${port}/`)).toMatchObject(refused);
    expect(dns.asked.toSorted()).toEqual(['A hooks.example', 'AAAA hooks.example']);
    expect(reached).toEqual([]);
  });

  it.each(LOOPBACK_URLS)('is refused however it is written: %j', async (url) => {
    expect(await guarded().post(withPort(url))).toMatchObject(refused);
    expect([reached, dns.asked]).toEqual([[], []]);
  });

  it('is reached by each of these ways where it is allowed, so that they are worth refusing', async () => {
    const free = caller({ allow: ['127.0.0.0/8', '::1', '0.0.0.0', '::'] });
    const hosts = LOOPBACK.map((address) => `http://${hostOf(address)}:PORT/`);
    for (const url of [...hosts, ...LOOPBACK_URLS]) {
      expect([url, await free.post(withPort(url))]).toMatchObject([
        url,
        { status: 200, responseBody: 'reached' },
      ]);
    }
    expect(new Set(reached)).toEqual(new Set(['127.0.0.1', '127.255.255.254', '::1']));
  });

  it.each(BAD_URLS)('is not looked for in what is no URL of the web: %j', async (url) => {
    const result = await caller({ allow: ['127.0.0.0/8', '::1', 'localhost'] }).post(withPort(url));
    expect(result).toMatchObject({ status: null, error: 'bad_url' });
    expect([reached, dns.asked]).toEqual([[], []]);
  });

  it('says nothing of where a name leads', async () => {
    dns.setAddresses('hooks.example', ['127.1.2.3']);
    const { detail } = await guarded().post(`http://hooks.example:${port}/`);
    expect(detail).toBe(
      'The URL leads to an address that webhooks must not reach, unless WEBHOOK_ALLOW_PRIVATE lists it.',
    );
  });
});

describe('what a name leads to', () => {
  it.each([
    ['one after an allowed one', '127.0.0.2', ['127.0.0.2', '127.0.0.1']],
    ['one before an allowed one', '127.0.0.2', ['127.0.0.1', '127.0.0.2']],
    ['one of IPv6 beside an allowed one of IPv4', '127.0.0.2', ['127.0.0.2', '::1']],
    ['one of IPv4 beside an allowed one of IPv6', '::1', ['127.0.0.2', '::1']],
  ])('is refused whole for %s', async (_which, allowed, addresses) => {
    dns.setAddresses('mixed.example', addresses);
    const result = await caller({ allow: [allowed] }).post(`http://mixed.example:${port}/`);
    expect(result).toMatchObject(refused);
    expect(reached).toEqual([]);
  });

  it('is asked for once, and what was checked is what is connected to', async () => {
    dns.setAddresses('rebind.example', ['127.0.0.2'], ['127.0.0.1']);
    const calling = caller({ allow: ['127.0.0.2'] });
    expect(await calling.post(`http://rebind.example:${port}/`)).toMatchObject({ status: 200 });
    expect(reached).toEqual(['127.0.0.2']);
    expect(dns.asked.toSorted()).toEqual(['A rebind.example', 'AAAA rebind.example']);
    // The connection is kept, and with it the address; the next one is checked anew.
    await nextTurn();
    expect(await calling.post(`http://rebind.example:${port}/`)).toMatchObject({ status: 200 });
    expect([reached.length, dns.asked.length]).toEqual([1, 2]);
    expect(await caller({ allow: ['127.0.0.2'] }).post(`http://rebind.example:${port}/`)).toMatchObject(
      refused,
    );
    expect([reached.length, dns.asked.length]).toEqual([1, 4]);
  });

  it('is asked for again when a connection is too old', async () => {
    dns.setAddresses('moved.example', ['127.0.0.2'], ['127.0.0.1']);
    const calling = caller({ allow: ['127.0.0.2'], limits: { connectionAgeMs: 0 } });
    expect(await calling.post(`http://moved.example:${port}/`)).toMatchObject({ status: 200 });
    expect(await calling.post(`http://moved.example:${port}/`)).toMatchObject(refused);
  });

  it('is the same with a dot at the end, and in capitals', async () => {
    dns.setAddresses('inner.example', ['127.0.0.1']);
    expect(await caller().post(`http://INNER.example.:${port}/`)).toMatchObject(refused);
  });

  it.each(['gone.example', `${'a'.repeat(64)}.example`, 'a..b', '-', 'x_y.example', '*.example'])(
    'is nothing for %s',
    async (name) => {
      const result = await caller().post(`http://${name}:${port}/`);
      expect(result).toMatchObject({ status: null, error: 'not_resolved' });
    },
  );
});

describe('what is allowed though it is not public', () => {
  it.each([
    ['an address', '127.0.0.1', 'http://127.0.0.1:PORT/'],
    ['a range', '127.0.0.0/8', 'http://127.1.2.3:PORT/'],
    ['an address of IPv6', '::1', 'http://[::1]:PORT/'],
    ['a range of IPv6', '::/120', 'http://[::1]:PORT/'],
    ['an address in its mapped form', '127.0.0.1', 'http://[::ffff:7f00:1]:PORT/'],
    ['what localhost is', '127.0.0.1', 'http://localhost:PORT/'],
    ['the name localhost', 'localhost', 'http://localhost:PORT/'],
    ['a name in capitals', 'LocalHost', 'http://localhost.:PORT/'],
  ])('can be %s: %s', async (_what, allowed, url) => {
    expect(await caller({ allow: [allowed] }).post(withPort(url))).toMatchObject({ status: 200 });
  });

  it.each([
    ['127.0.0.1', 'http://127.0.0.2:PORT/'],
    ['127.0.0.0/24', 'http://127.0.1.1:PORT/'],
    ['127.0.0.1', 'http://[::1]:PORT/'],
    ['::1', 'http://127.0.0.1:PORT/'],
    ['10.0.0.0/8', 'http://localhost:PORT/'],
    ['localhost', 'http://127.0.0.1:PORT/'],
    ['localhost', 'http://a.localhost:PORT/'],
  ])('is no more than that: %s does not allow %s', async (allowed, url) => {
    expect(await caller({ allow: [allowed] }).post(withPort(url))).toMatchObject(refused);
    expect(reached).toEqual([]);
  });

  /** The system itself would ask the name servers of the machine. */
  it('can be a name, which the system then resolves', async () => {
    dns.setAddresses('hooks.internal', ['127.0.0.2']);
    const names = namesFrom(dns);
    const bySystem = jest.spyOn(names, 'bySystem').mockResolvedValue(['127.0.0.1']);
    const calling = caller({ names, allow: ['hooks.internal'], limits: { connectionAgeMs: 0 } });
    expect(await calling.post(`http://hooks.internal:${port}/`)).toMatchObject({ status: 200 });
    bySystem.mockRejectedValue(new Error('getaddrinfo ENOTFOUND hooks.internal'));
    expect(await calling.post(`http://hooks.internal:${port}/`)).toMatchObject({ error: 'not_resolved' });
    expect(bySystem.mock.calls).toEqual([['hooks.internal'], ['hooks.internal']]);
    expect([reached, dns.asked]).toEqual([['127.0.0.1'], []]);
  });

  it('can be what a name leads to', async () => {
    dns.setAddresses('hooks.internal', ['127.0.0.1']);
    const result = await caller({ allow: ['127.0.0.0/8'] }).post(`http://hooks.internal:${port}/`);
    expect(result).toMatchObject({ status: 200, responseBody: 'reached' });
  });
});
