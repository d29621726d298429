import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { clock } from '../../src/shared/kernel/clock.js';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/kernel/durations.js';
import { hiddenIn, useConsole, type ConsoleVisitor } from './console-visitor.js';

const { service, api, visitor, link } = useConsole();

/** Where somebody is sent who is not signed in any more. */
const leftFrom = async (kim: ConsoleVisitor) =>
  (await kim.get('/settings/keys').expect(303)).headers.location;

const signedIn = () => visitor().signIn(service.home.key);

interface Key {
  apiKeyId: string;
  name: string | null;
  state: string;
  parentApiKeyId: string | null;
}

const keys = async () => (await api.get('/v0/api_keys?limit=100')).body as { items: Key[] };
const childrenNamed = async (name: string) => (await keys()).items.filter((key) => key.name === name);

let aheadMs = 0;

function wait(ms: number): void {
  aheadMs += ms;
  jest.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + aheadMs));
}

afterEach(() => {
  aheadMs = 0;
  jest.restoreAllMocks();
});

describe('signing in with a key', () => {
  it('makes a child key, which signing out revokes', async () => {
    const kim = await visitor().signIn(service.home.key, 'Kim');
    const [child] = await childrenNamed('Console of Kim');
    expect(child).toMatchObject({ state: 'active', parentApiKeyId: expect.stringMatching(/^key_/) });
    const { text } = await kim.get('/settings/keys').expect(200);
    expect(text).toContain('Console of Kim');
    const out = await kim.post('/sign-out', hiddenIn(text, '/sign-out')).expect(303);
    expect(out.headers['set-cookie']).toEqual([
      expect.stringMatching(/^foyer-console=; Path=\/; Max-Age=0;/),
    ]);
    expect(await childrenNamed('Console of Kim')).toMatchObject([{ state: 'revoked' }]);
    // A copy of the cookie is worth nothing.
    expect(await leftFrom(kim)).toMatch(/^\/sign-in\?.*notice=ended/);
  });

  it('goes on to the page that was asked for, but not to another site', async () => {
    const asked = await visitor().get('/settings/audit?actor=x').expect(303);
    expect(asked.headers.location).toBe('/sign-in?to=%2Fsettings%2Faudit%3Factor%3Dx');
    const key = service.home.key;
    await visitor()
      .post(asked.headers.location!, { key })
      .expect(303)
      .expect('location', '/settings/audit?actor=x');
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', '/sign-out']) {
      const path = `/sign-in?to=${encodeURIComponent(to)}`;
      await visitor().post(path, { key }).expect(303).expect('location', '/');
    }
  });

  it('refuses a wrong key in the words of the API, and never sends it back', async () => {
    const wrong = 'foyer_wrong"><script>';
    const { text, headers } = await visitor().post('/sign-in', { key: wrong }).expect(401);
    expect(text).toContain('id="field-key-problem"');
    expect(text).toContain('This API key is unknown.');
    expect(text).not.toContain(wrong);
    expect(text).not.toContain('&lt;script');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each(['', 'ключ', 'two words', 'x'.repeat(501)])('asks for a key instead of %p', async (key) => {
    const { text } = await visitor().post('/sign-in', { key }).expect(400);
    expect(text).toContain('id="field-key-problem"');
  });

  it('refuses a child key, which can have no children', async () => {
    const child = await api.post('/v0/me/keys', { name: 'Child' }).expect(201);
    const { secret } = child.body as { secret: string };
    const { text } = await visitor().post('/sign-in', { key: secret }).expect(403);
    expect(text).toContain('make children');
  });

  it('sets a cookie that scripts and other sites do not get', async () => {
    const response = await visitor().post('/sign-in', { key: service.home.key }).expect(303);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^foyer-console=[\w-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/),
    ]);
    expect(response.headers['set-cookie']![0]).not.toContain(service.home.key);
  });

  it('ends the former session of the browser', async () => {
    const kim = await visitor().signIn(service.home.key, 'Twice');
    await kim.signIn(service.home.key, 'Twice');
    expect((await childrenNamed('Console of Twice')).map(({ state }) => state).sort()).toEqual([
      'active',
      'revoked',
    ]);
  });
});

describe('a session', () => {
  it('ends when it is idle for 8 hours, and use keeps it', async () => {
    const kim = await signedIn();
    wait(7 * HOUR_MS);
    const used = await kim.get('/settings/keys').expect(200);
    kim.keepCookie(used.headers['set-cookie']);
    wait(7 * HOUR_MS);
    await kim.get('/settings/keys').expect(200);
    wait(2 * HOUR_MS);
    expect(await leftFrom(kim)).toMatch(/notice=ended/);
  });

  it('ends 7 days after it began, whatever its use is', async () => {
    const kim = await signedIn();
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      wait(6 * HOUR_MS);
      kim.keepCookie((await kim.get('/settings/keys').expect(200)).headers['set-cookie']);
    }
    wait(6 * HOUR_MS);
    expect(await leftFrom(kim)).toMatch(/notice=ended/);
  });

  it('ends with the revocation of its key, or of the key that it was signed in with', async () => {
    const parent = await service.keyWith(['keys:read', 'topics:read']);
    const kim = await visitor().signIn(parent, 'Gone');
    await kim.get('/settings/keys').expect(200);
    const [child] = await childrenNamed('Console of Gone');
    await api.delete(`/v0/api_keys/${child!.parentApiKeyId}`).expect(200);
    const { headers } = await kim.get('/settings/keys').expect(303);
    expect(headers.location).toContain('notice=ended');
    expect(headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0')]);
  });

  it('shows a key without a scope what it lacks', async () => {
    const kim = await visitor().signIn(await service.keyWith(['topics:read']));
    const { text } = await kim.get('/settings/audit').expect(403);
    expect(text).toContain('This key lacks the scope audit:read.');
  });
});

describe('the audit log', () => {
  it('says that the console did it, and from where', async () => {
    const { text } = await (await visitor().signIn(service.home.key, 'Ada')).get('/settings/keys');
    expect(text).toContain('Console of Ada');
    const { body } = await api.get('/v0/audit_log?operation=api_key.created&limit=1').expect(200);
    const { items } = body as { items: { actor: { network: string } }[] };
    expect(items[0]!.actor.network).toBe('127.0.0.0/24');
  });
});

describe('a one-time link', () => {
  it('opens a page whose button signs in, once', async () => {
    const path = link(service.home.key);
    const kim = visitor();
    const page = await kim.get(path).expect(200).expect('referrer-policy', 'no-referrer');
    expect(page.headers['set-cookie']).toBeUndefined();
    await kim.get(path).expect(200);
    // A page that sends no referrer hides its origin.
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    const first = await kim.post(path, {}, headers).expect(303);
    kim.keepCookie(first.headers['set-cookie']);
    await kim.get('/settings/keys').expect(200);
    await visitor().post(path, {}, headers).expect(410);
    await visitor().get(path).expect(410);
  });

  it('ends after ten minutes', async () => {
    const path = link(service.home.key);
    wait(10 * MINUTE_MS);
    await visitor().post(path).expect(410);
  });

  it.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
    'is for this machine only: %s',
    async (name) => {
      const path = link(service.home.key);
      const value = '127.0.0.1';
      await visitor({ [name]: value })
        .get(path)
        .expect(410);
      await visitor({ [name]: value })
        .post(path)
        .expect(410);
      await visitor().post(path).expect(303);
    },
  );

  it('is nothing that can be guessed', async () => {
    await visitor().post('/sign-in/guess').expect(410);
  });
});

describe('without TLS', () => {
  it('nobody signs in through a proxy', async () => {
    const outside = visitor({ 'x-forwarded-for': '203.0.113.9' });
    await outside.get('/sign-in').expect(403);
    await outside.post('/sign-in', { key: service.home.key }).expect(403);
  });
});

describe('attacks', () => {
  it('forms of other origins are refused, with and without a session', async () => {
    const kim = await signedIn();
    const { text } = await kim.get('/settings/keys').expect(200);
    const token = hiddenIn(text, '/sign-out');
    for (const origin of [service.siteUrl, service.url, 'https://evil.example', 'null']) {
      await kim.post('/sign-out', token, { origin }).expect(403);
      await visitor().post('/sign-in', { key: service.home.key }, { origin }).expect(403);
    }
    await kim.post('/sign-out', token, { origin: 'null', 'sec-fetch-site': 'cross-site' }).expect(403);
    await kim.get('/settings/keys').expect(200);
  });

  it('forms without the token of the session are refused', async () => {
    const kim = await signedIn();
    const other = await signedIn();
    const { text } = await other.get('/settings/keys').expect(200);
    await kim.post('/sign-out', {}).expect(403);
    await kim.post('/sign-out', { form_token: '' }).expect(403);
    await kim.post('/sign-out', hiddenIn(text, '/sign-out')).expect(403);
    await kim.get('/settings/keys').expect(200);
  });

  it('a session that somebody else fixed is not used, nor one beside the own', async () => {
    const fixed = visitor();
    fixed.cookie = 'foyer-console=AAAA';
    await fixed.get('/settings/keys').expect(303);
    const kim = await signedIn();
    const own = kim.cookie;
    // What another page has planted does not sign out.
    kim.cookie = `foyer-console=planted; ${own}`;
    await kim.get('/settings/keys').expect(200);
    // With two sessions, nobody knows whose this is.
    kim.cookie = `${(await signedIn()).cookie}; ${own}`;
    const { headers } = await kim.get('/settings/keys').expect(303);
    expect(headers.location).toContain('notice=twoSessions');
    expect(headers['clear-site-data']).toBe('"cookies"');
  });

  it('a sign-in makes a new session, whatever cookie there was', async () => {
    const kim = await signedIn();
    const before = kim.cookie;
    await kim.signIn(service.home.key);
    expect(kim.cookie).not.toBe(before);
  });

  it('every page forbids frames, scripts in it, and being stored', async () => {
    const kim = await signedIn();
    for (const path of ['/settings/keys', '/sign-in', '/nothing-here']) {
      const { headers } = await kim.get(path);
      const policy = headers['content-security-policy']!;
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it.each(['evil.example', 'evil.example:80', 'localhost.evil.example', '10.0.0.1', ''])(
    'the host %s gets 421',
    async (host) => {
      const { port } = new URL(visitor().url);
      const answer = await rawStatus(Number(port), host);
      expect(answer).toBe(421);
    },
  );

  it('the names of this machine are hosts', async () => {
    const { port } = new URL(visitor().url);
    for (const host of ['localhost', '127.0.0.1', '[::1]', '127.9.9.9'])
      expect(await rawStatus(Number(port), `${host}:${port}`)).toBe(200);
  });

  it("another tenant's ids in addresses are not found", async () => {
    const kim = await visitor().signIn(service.stranger.key);
    const own = (await keys()).items[0]!.apiKeyId;
    for (const path of [`/settings/keys/${own}/rotate`, `/settings/keys/${own}/revoke`])
      await kim.get(path).expect(404);
  });
});

it('an address that nobody can read is a fault of the request', async () => {
  await (await signedIn()).get('/pages/%ff').expect(400);
});

/** Any `Host`, also an empty one. */
function rawStatus(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET /sign-in HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    socket.once('data', (data) => {
      resolve(Number(String(data).split(' ')[1]));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}
