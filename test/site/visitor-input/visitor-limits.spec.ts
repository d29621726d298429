import type { AddressInfo, Socket } from 'node:net';
import { pino } from 'pino';
import request from 'supertest';
import { createSite } from '../../../src/application/site.setup.js';
import { SETTINGS_TOKEN } from '../../../src/shared/config/config.module.js';
import type { Settings } from '../../../src/shared/config/settings.js';
import { useTestService } from '../../support/test-service.js';
import { JSON_CLIENT } from '../site-visitor.js';

const BURST = 5;
const PROXY = '203.0.113.9';
const used = useTestService({ SITE_RATE_LIMIT: `1:${BURST}`, TRUST_PROXY: PROXY });
const { service, api } = used;

const DOMAIN_PATH = '/_foyer/domain?domain=www.acme.example';

/** Asks once more than the limit allows, over connections that come from this address. */
async function askedFrom(peer: string, headers: Record<string, string> = {}, path = DOMAIN_PATH) {
  const settings = service.app.get<Settings>(SETTINGS_TOKEN);
  const site = createSite(service.app, settings, pino({ level: 'silent' }));
  site.prependListener('connection', (socket: Socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: peer }),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const ask = () => request(url).get(path).set(headers);
  const answers = await Promise.all(Array.from({ length: BURST + 3 }, ask));
  await new Promise((resolve) => site.close(resolve));
  return answers;
}

const statusesOf = (answers: readonly { status: number }[]) => new Set(answers.map(({ status }) => status));

describe('whether a domain is served', () => {
  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1', PROXY])(
    '%s may ask as often as it likes',
    async (peer) => {
      expect(statusesOf(await askedFrom(peer))).toEqual(new Set([404]));
    },
  );

  it.each(['localhost', 'LOCALHOST:3001', '127.0.0.1', '[::1]:3001'])(
    'a proxy on this machine may ask %s as often as it likes',
    async (host) => {
      expect(statusesOf(await askedFrom('127.0.0.1', { host }))).toEqual(new Set([404]));
    },
  );

  it.each([
    ['www.acme.example', '127.9.0.1'],
    ['localhost.acme.example', '127.9.0.2'],
    ['203.0.113.8', '127.9.0.3'],
  ])(
    'a visitor of %s behind a proxy at %s that does not name the visitor has the limit',
    async (host, peer) => {
      expect(statusesOf(await askedFrom(peer, { host }))).toEqual(new Set([404, 429]));
    },
  );

  it.each(['203.0.113.8', '2001:db8::1'])('%s may ask as often as any visitor', async (peer) => {
    const answers = await askedFrom(peer, JSON_CLIENT);
    expect(statusesOf(answers)).toEqual(new Set([404, 429]));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.body).toMatchObject({ code: 'too_many_visits' });
  });

  it('a visitor behind the proxy may ask as often as any other', async () => {
    expect(statusesOf(await askedFrom(PROXY, { 'x-forwarded-for': '198.51.100.7' }))).toEqual(
      new Set([404, 429]),
    );
  });
});

it('link pictures have the limit of visitors', async () => {
  const answers = await askedFrom('203.0.113.7', {}, '/_foyer/link-pictures/x');
  expect(statusesOf(answers)).toEqual(new Set([403, 429]));
});

it('a chart without a key has the limit of visitors, and is counted', async () => {
  const { body } = await api.get('/v0/analytics').expect(200);
  const answers = await Promise.all(
    Array.from({ length: BURST + 3 }, () => request(service.url).get(body.chartUrl as string)),
  );
  expect(statusesOf(answers)).toEqual(new Set([200, 429]));
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited' });
  const { text } = await api.get('/metrics').expect(200);
  expect(Number(/^foyer_requests_refused_total\{limit="visitor"\} (\d+)$/m.exec(text)![1])).toBeGreaterThan(
    0,
  );
  await api.get('/v0/analytics').set('accept', 'image/svg+xml').expect(200);
});
