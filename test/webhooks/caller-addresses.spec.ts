import { once } from 'node:events';
import { createServer } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isPublicAddress } from '../../src/modules/webhooks/calling/public-addresses.js';
import { startNameServer, type NameServer } from '../support/name-server.js';
import { BAD_URLS, FORBIDDEN, LOOPBACK_URLS, PUBLIC } from './hostile-addresses.js';
import { namesFrom, TestCaller, type Calling } from './calls.js';

/** On every address of the machine: whatever form of loopback gets through is counted. */
const receiver = createServer((_req, res) => res.end('reached'));
let connections = 0;
let port: number;
let dns: NameServer;
const callers: TestCaller[] = [];

beforeAll(async () => {
  receiver.on('connection', () => connections++);
  receiver.listen(0, '::');
  await once(receiver, 'listening');
  port = (receiver.address() as AddressInfo).port;
  dns = await startNameServer();
});
beforeEach(() => {
  connections = 0;
  dns.reset();
});
afterAll(async () => {
  await Promise.all(callers.map((caller) => caller.close()));
  receiver.closeAllConnections();
  receiver.close();
  await dns.close();
});

function caller(calling: Calling = {}): TestCaller {
  const made = new TestCaller({ names: namesFrom(dns), ...calling });
  callers.push(made);
  return made;
}

const refused = { status: null, error: 'address_refused', responseBody: '', retryAfterMs: null };
const withPort = (url: string) => url.replace('PORT', String(port));
const hostOf = (address: string) => (isIPv6(address) ? `[${address}]` : address);
const forbidden = Object.entries(FORBIDDEN).flatMap(([why, all]) => all.map((address) => ({ why, address })));

describe('an address that must not be reached', () => {
  const guarded = caller;

  it.each(forbidden)('is refused as a host: $why, $address', async ({ address }) => {
    for (const scheme of ['http', 'https']) {
      const result = await guarded().post(`${scheme}://${hostOf(address)}:${port}/`);
      expect(result).toMatchObject(refused);
    }
    expect(connections).toBe(0);
  });

  it.each(forbidden)('is refused behind a name: $why, $address', async ({ address }) => {
    dns.setAddresses('hooks.example', [address]);
    expect(await guarded().post(`http://hooks.example:${port}/`)).toMatchObject(refused);
    expect(dns.asked.toSorted()).toEqual(['A hooks.example', 'AAAA hooks.example']);
    expect(connections).toBe(0);
  });

  it.each(LOOPBACK_URLS)('is refused however it is written: %j', async (url) => {
    expect(await guarded().post(withPort(url))).toMatchObject(refused);
    expect([connections, dns.asked]).toEqual([0, []]);
  });

  it('is reached by each of these ways where it is allowed, so that they are worth refusing', async () => {
    const free = caller({ allow: ['127.0.0.0/8', '::1'] });
    for (const url of LOOPBACK_URLS) {
      expect([url, await free.post(withPort(url))]).toMatchObject([
        url,
        { status: 200, responseBody: 'reached' },
      ]);
    }
    expect(connections).toBeGreaterThan(0);
  });

  it.each(BAD_URLS)('is not looked for in what is no URL of the web: %j', async (url) => {
    const result = await caller({ allow: ['0.0.0.0/0', '::/0', 'localhost'] }).post(withPort(url));
    expect(result).toMatchObject({ status: null, error: 'bad_url' });
    expect([connections, dns.asked]).toEqual([0, []]);
  });

  it('says nothing of where a name leads', async () => {
    dns.setAddresses('hooks.example', ['10.1.2.3']);
    const { detail } = await guarded().post(`http://hooks.example:${port}/`);
    expect(detail).toBe(
      'The URL leads to an address that webhooks must not reach, unless WEBHOOK_ALLOW_PRIVATE lists it.',
    );
  });
});

describe('the addresses that may be reached', () => {
  it.each(PUBLIC)('have %s among them', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(['', 'hooks.example', '1.2.3', '2606:4700::1%eth0', '2606:4700::1::2'])(
    'have not %j',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );
});

describe('what a name leads to', () => {
  it.each([
    ['one after a public one', ['93.184.215.14', '127.0.0.1']],
    ['one before a public one', ['127.0.0.1', '93.184.215.14']],
    ['one of IPv6 beside a public one of IPv4', ['93.184.215.14', '::1']],
    ['one beside an allowed one', ['127.0.0.2', '127.0.0.1']],
  ])('is refused whole for %s', async (_which, addresses) => {
    dns.setAddresses('mixed.example', addresses);
    const result = await caller({ allow: ['127.0.0.2'] }).post(`http://mixed.example:${port}/`);
    expect(result).toMatchObject(refused);
    expect(connections).toBe(0);
  });

  it('is asked for once, and what was checked is what is connected to', async () => {
    dns.setAddresses('rebind.example', ['127.0.0.2'], ['127.0.0.1']);
    const calling = caller({ allow: ['127.0.0.2'] });
    const reached = new Promise((resolve) =>
      receiver.once('connection', (socket) => resolve(socket.localAddress)),
    );
    expect(await calling.post(`http://rebind.example:${port}/`)).toMatchObject({ status: 200 });
    expect(await reached).toMatch(/127\.0\.0\.2$/);
    expect(dns.asked.toSorted()).toEqual(['A rebind.example', 'AAAA rebind.example']);
    // The connection is kept, and with it the address; the next one is checked anew.
    await nextTurn();
    expect(await calling.post(`http://rebind.example:${port}/`)).toMatchObject({ status: 200 });
    expect([connections, dns.asked.length]).toEqual([1, 2]);
    expect(await caller({ allow: ['127.0.0.2'] }).post(`http://rebind.example:${port}/`)).toMatchObject(
      refused,
    );
    expect([connections, dns.asked.length]).toEqual([1, 4]);
  });

  it('is asked for again when a connection is too old', async () => {
    dns.setAddresses('moved.example', ['127.0.0.2'], ['127.0.0.1']);
    const calling = caller({ allow: ['127.0.0.2'], limits: { connectionAgeMs: 0 } });
    expect(await calling.post(`http://moved.example:${port}/`)).toMatchObject({ status: 200 });
    expect(await calling.post(`http://moved.example:${port}/`)).toMatchObject(refused);
  });

  it('is the same with a dot at the end, and in capitals', async () => {
    dns.setAddresses('inner.example', ['10.0.0.1']);
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
    expect(connections).toBe(0);
  });

  it('can be a name, which the system then resolves', async () => {
    dns.setAddresses('hooks.internal', ['127.0.0.1']);
    const result = await caller({ allow: ['hooks.internal'] }).post(`http://hooks.internal:${port}/`);
    expect(result).toMatchObject({ status: null, error: 'not_resolved' });
    expect(dns.asked).toEqual([]);
  });

  it('can be what a name leads to', async () => {
    dns.setAddresses('hooks.internal', ['127.0.0.1']);
    const result = await caller({ allow: ['127.0.0.0/8'] }).post(`http://hooks.internal:${port}/`);
    expect(result).toMatchObject({ status: 200, responseBody: 'reached' });
  });
});
