import { createServer } from 'node:http';
import { jest } from '@jest/globals';
import { ApiCaller, OneTimeLinks } from '../../../src/modules/console/index.js';
import { SignInService } from '../../../src/modules/console/signing-in/sign-in.service.js';
import { listen } from '../../../src/shared/http/server/listener.js';
import { clock } from '../../../src/shared/kernel/clock.js';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/kernel/durations.js';
import { ServiceSecrets } from '../../../src/shared/secrets/service-secrets.js';
import { hiddenIn, useConsole, type ConsoleVisitor } from '../console-visitor.js';

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
    const path = await link(service.home.key);
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
    const path = await link(service.home.key);
    wait(10 * MINUTE_MS);
    await visitor().post(path).expect(410);
  });

  it.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
    'is for this machine only: %s',
    async (name) => {
      const path = await link(service.home.key);
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

  it('is nothing that can be guessed or changed', async () => {
    const path = await link(service.home.key);
    const changed = path.replace(/.$/, (last) => (last === 'A' ? 'I' : 'A'));
    for (const wrong of ['/sign-in/guess', changed, `${path}A`]) await visitor().post(wrong).expect(410);
    await visitor().post(path).expect(303);
  });

  it('works once in all processes together', async () => {
    const path = await link(service.home.key);
    const { app } = service;
    const signIn = app.get(SignInService, { strict: false });
    const token = path.slice('/sign-in/'.length);
    const processes = [1, 2, 3].map(() => {
      const links = new OneTimeLinks(app.get(ServiceSecrets));
      links.signInWith(service.home.key);
      return links;
    });
    const found = await Promise.all(processes.map((links) => links.find(token)));
    const sessions = await Promise.allSettled(found.map((each) => signIn.signInByLink(each!, '127.0.0.1')));
    const signedIn = sessions.filter((each) => each.status === 'fulfilled' && each.value !== undefined);
    expect(signedIn).toHaveLength(1);
    await visitor().post(path).expect(410);
  });

  it('is not used up by a try that the API can not answer', async () => {
    const path = await link(service.home.key);
    const caller = service.app.get(ApiCaller, { strict: false });
    const broken = createServer((_req, res) => res.writeHead(503).end());
    caller.callsAt(await listen(broken, 0, '127.0.0.1'));
    try {
      await visitor().post(path).expect(503);
    } finally {
      caller.callsAt(service.url);
      broken.close();
    }
    await visitor().post(path).expect(303);
  });
});

describe('without TLS', () => {
  it('nobody signs in through a proxy', async () => {
    const outside = visitor({ 'x-forwarded-for': '203.0.113.9' });
    await outside.get('/sign-in').expect(403);
    await outside.post('/sign-in', { key: service.home.key }).expect(403);
  });
});
