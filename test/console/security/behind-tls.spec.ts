import { Agent, request } from 'node:http';
import { until } from '../../support/until.js';
import { useConsole } from '../console-visitor.js';

const HOST = 'console.example.com';
const { service, api, visitor } = useConsole({ CONSOLE_URL: `https://${HOST}`, TRUST_PROXY: '1' });

const from = (address: string) =>
  visitor({ host: HOST, origin: `https://${HOST}`, 'x-forwarded-for': address });

it('the cookie is bound to the host', async () => {
  const kim = from('203.0.113.1');
  const response = await kim.post('/sign-in', { key: service.home.key }).expect(303);
  expect(response.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-foyer-console=[\w-]+; Path=\/; .*; HttpOnly; SameSite=Strict; Secure$/),
  ]);
  kim.keepCookie(response.headers['set-cookie']);
  await kim.get('/settings/keys').expect(200);
  // Another host can set a cookie without the prefix.
  kim.cookie = kim.cookie.replace('__Host-', '');
  await kim.get('/settings/keys').expect(303);
});

it('the limits and the audit log of the API are about the address of the visitor', async () => {
  await from('198.51.100.7').signIn(service.home.key, 'Far');
  const { body } = await api.get('/v0/audit_log?operation=api_key.created&limit=1').expect(200);
  const { items } = body as { items: { actor: { network: string } }[] };
  expect(items[0]!.actor.network).toBe('198.51.100.0/24');
});

it('nobody but the console can tell the API another address', async () => {
  for (const sealed of ['', 'AAAA', Buffer.from('1 192.0.2.1').toString('base64url')]) {
    await api.post('/v0/me/keys', { name: 'Direct' }).set('x-foyer-visitor', sealed).expect(201);
    const { body } = await api.get('/v0/audit_log?operation=api_key.created&limit=1').expect(200);
    const { items } = body as { items: { actor: { network: string } }[] };
    expect(items[0]!.actor.network).toBe('127.0.0.0/24');
  }
});

const connections = new Agent({ keepAlive: true, maxSockets: 20 });
afterAll(() => connections.destroy());

/** The status of an attempt to sign in, by connections that stay open as those of an attacker. */
function tryKey(key: string, address: string): Promise<number> {
  const headers = {
    host: HOST,
    origin: `https://${HOST}`,
    'x-forwarded-for': address,
    'content-type': 'application/x-www-form-urlencoded',
  };
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, agent: connections };
    const attempt = request(`${visitor().url}/sign-in`, options, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode!)),
    );
    attempt.on('error', reject).end(`key=${key}`);
  });
}

it('10,000 wrong keys are bounded, before they reach the API, and hold nobody else up', async () => {
  const attacker = '203.0.113.66';
  const outcomes = new Map<number, number>();
  let next = 0;
  const startedAt = Date.now();
  const guess = async () => {
    while (next < 10_000) {
      const status = await tryKey(`foyer_guess_${next++}`, attacker);
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
    }
  };
  const guessing = Promise.all(Array.from({ length: 20 }, guess));
  await until(() => (outcomes.get(429) ?? 0) > 100);
  await from('198.51.100.67').signIn(service.home.key);
  await guessing;
  expect([...outcomes.keys()].sort()).toEqual([401, 429]);
  // Ten at once, and one every ten seconds.
  const allowed = 10 + Math.ceil((Date.now() - startedAt) / 10_000);
  expect(outcomes.get(401)).toBeLessThanOrEqual(allowed);
  const right = await from(attacker).post('/sign-in', { key: service.home.key }).expect(429);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
});

it('a form of the plain address is refused at the public one', async () => {
  await from('203.0.113.2')
    .post('/sign-in', { key: service.home.key }, { origin: `http://${HOST}` })
    .expect(403);
});
