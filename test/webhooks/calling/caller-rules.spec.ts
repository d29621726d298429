import { jest } from '@jest/globals';
import { isPublicAddress } from '../../../src/modules/webhooks/calling/public-addresses.js';
import { WebhookAddresses } from '../../../src/modules/webhooks/calling/webhook-addresses.js';
import { namesLeadingTo, TestCaller } from './calls.js';
import { holdConnections, lookedUp } from './held-connections.js';
import { FORBIDDEN, hostOf, PUBLIC } from './hostile-addresses.js';

// Nothing is connected to here, and no name server is asked: most of these addresses are of others. What can be
// reached on this machine is really called in caller-addresses.spec.ts.

const forbidden = Object.entries(FORBIDDEN).flatMap(([why, all]) => all.map((address) => ({ why, address })));
const addressesOf = (allow: readonly string[], leadsTo: readonly string[] = []) =>
  new WebhookAddresses({ WEBHOOK_ALLOW_PRIVATE: allow }, namesLeadingTo(leadsTo));

describe('the addresses that may be reached', () => {
  it.each(PUBLIC)('have %s among them', (address) => {
    expect(isPublicAddress(address)).toBe(true);
    expect(addressesOf([]).allows(address)).toBe(true);
  });

  it.each(forbidden)('have not $address: $why', ({ address }) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(addressesOf([]).allows(address)).toBe(false);
  });

  it.each(['', 'hooks.example', '1.2.3', '2606:4700::1%eth0', '2606:4700::1::2'])(
    'have not %j',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it.each([
    ['10.0.0.0/8', ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::10.1.2.3'], ['172.16.0.1', '::10.1.2.3']],
    ['169.254.169.254', ['169.254.169.254', '::ffff:a9fe:a9fe'], ['169.254.169.253']],
    ['fd00::/8', ['fd00::1', 'fdff:ffff::1'], ['fc00::1', 'fe80::1']],
    ['fe80::1', ['fe80::1'], ['fe80::2']],
  ])('have those of %s among them where it is allowed, and no more', (range, within, without) => {
    const addresses = addressesOf([range]);
    const tried = [...within, ...without];
    expect(tried.filter((address) => addresses.allows(address))).toEqual(within);
  });
});

describe('a name', () => {
  it('leads to all of its addresses where they are public', async () => {
    expect(await lookedUp(addressesOf([], PUBLIC).lookup, 'hooks.example')).toEqual(PUBLIC);
  });

  it.each([
    ['one that is not public after one that is', ['1.0.0.0', '10.0.0.1']],
    ['one that is not public before one that is', ['10.0.0.1', '1.0.0.0']],
    ['one of IPv6 beside a public one of IPv4', ['1.0.0.0', 'fd00::1']],
    ['one of IPv4 beside a public one of IPv6', ['10.0.0.1', '2000::1']],
    ['one beside an allowed one', ['192.168.0.1', '10.0.0.1']],
  ])('is refused whole for %s', async (_which, leadsTo) => {
    const { lookup } = addressesOf(['192.168.0.1'], leadsTo);
    await expect(lookedUp(lookup, 'hooks.example')).rejects.toMatchObject({ fault: 'address_refused' });
  });
});

describe('a call to an address that must not be reached', () => {
  const leadsTo: string[] = [];
  const names = namesLeadingTo(leadsTo);
  const caller = new TestCaller({ names });
  const refused = { status: null, error: 'address_refused', responseBody: '', retryAfterMs: null };
  let held: string[];

  /** Where this fails, no test is run: a connection that is not held could reach what it must not. */
  beforeAll(async () => {
    held = holdConnections();
    const free = new TestCaller({ allow: ['127.0.0.1'], names });
    leadsTo.push('127.0.0.1');
    for (const host of ['127.0.0.1', 'hooks.example']) {
      for (const scheme of ['http', 'https']) await free.post(`${scheme}://${host}:1/`);
    }
    await free.close();
    expect(held).toEqual(Array(4).fill('127.0.0.1'));
  });
  beforeEach(() => {
    held.length = 0;
  });
  afterAll(async () => {
    await caller.close();
    jest.restoreAllMocks();
  });

  it.each(forbidden)('is refused before it connects, as a host: $why, $address', async ({ address }) => {
    for (const scheme of ['http', 'https']) {
      expect(await caller.post(`${scheme}://${hostOf(address)}:1/`)).toMatchObject(refused);
    }
    expect(held).toEqual([]);
  });

  it.each(forbidden)('is refused before it connects, behind a name: $why, $address', async ({ address }) => {
    leadsTo.splice(0, Infinity, address);
    expect(await caller.post('http://hooks.example:1/')).toMatchObject(refused);
    expect(held).toEqual([]);
  });
});
