import { request } from 'node:http';
import { connect } from 'node:net';
import { PLAIN_PAGE } from '../../pages/records.js';
import { hiddenIn, useConsole, type ConsoleVisitor } from '../console-visitor.js';

const { service, api, visitor } = useConsole();

const signedIn = () => visitor().signIn(service.home.key);

const keys = async () => (await api.get('/v0/api_keys?limit=100')).body as { items: { apiKeyId: string }[] };

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
  // Nor can others hide the own one.
  kim.cookie = [(await signedIn()).cookie, ...Array<string>(20).fill('foyer-console=x'), own].join('; ');
  const hidden = await kim.get('/settings/keys').expect(303);
  expect(hidden.headers.location).toContain('notice=twoSessions');
});

it('a form with too many fields is refused, with and without a session', async () => {
  const kim = await signedIn();
  const send = (who: ConsoleVisitor, path: string) =>
    who.post(path).send(Array<string>(5001).fill('a').join('&')).expect(413);
  await send(visitor(), '/sign-in');
  await send(kim, '/library/topics/new');
});

it('the hidden fields of a form can have any text', async () => {
  const kim = await signedIn();
  const create = async (fields: Record<string, string>, status: number, path = '/library/topics/new') =>
    kim.fill(path, fields, status);
  await create({ title: 'Once', once: 'a\nb' }, 303);
  await create({ title: 'Twice', once: '€' }, 303);
  const { body } = await api.post('/v0/topics', { title: 'Seen' }).expect(201);
  const { topicId } = body as { topicId: string };
  for (const seen of ['a\nb', '"€"']) await create({ seen }, 400, `/library/topics/${topicId}`);
  const answer = { question: 'Why?', answer: 'So.' };
  for (const [topic, status] of [
    ['', 400],
    ['..', 404],
  ] as const)
    await create({ ...answer, topicId: topic }, status, '/questions/answer');
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

it('a session that was planted ends when the person signs in, so that its owner learns nothing', async () => {
  const attacker = await visitor().signIn(service.stranger.key);
  const victim = visitor();
  victim.cookie = attacker.cookie;
  await victim.signIn(service.home.key);
  expect(victim.cookie).not.toBe(attacker.cookie);
  const { headers } = await attacker.get('/settings/keys').expect(303);
  expect(headers.location).toContain('notice=ended');
  // A form that was made for the planted session does nothing in the own one.
  await victim.get('/settings/keys').expect(200);
});

it('the token of a form belongs to one session, also of the same key', async () => {
  const kim = await signedIn();
  const { text } = await kim.get('/settings/keys').expect(200);
  const token = hiddenIn(text, '/sign-out');
  await kim.signIn(service.home.key);
  await kim.post('/sign-out', token).expect(403);
});

it('texts of others are shown as texts', async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>{{x}}`;
  const made = await api
    .post('/v0/pages', { ...PLAIN_PAGE, name: evil, metadata: { title: evil } })
    .expect(201);
  const { pageId } = made.body as { pageId: string };
  await api
    .patch(`/v0/pages/${pageId}`, {
      body: evil,
      blocks: [{ type: 'text', title: evil, text: evil }],
      actions: [{ actionId: evil, purpose: evil, buttonTitle: evil, actionType: evil, url: evil }],
    })
    .expect(200);
  const kim = await visitor().signIn(service.home.key, evil);
  for (const path of [
    '/pages',
    `/pages/${pageId}`,
    `/pages/${pageId}/archive`,
    '/settings/keys',
    '/settings/audit',
  ]) {
    const { text } = await kim.get(path).expect(200);
    expect(text).not.toContain('<script>');
    expect(text).not.toContain('<img src=x');
  }
});

it('an address that nobody can read is a fault of the request', async () => {
  await (await signedIn()).get('/pages/%ff').expect(400);
});

it.each([
  '/pages/%2E%2E',
  '/pages/.',
  '/pages/../audiences/x',
  '/pages/x%2F..',
  '/library/assets/%2e%2e/trash',
  '/figures?pageId=..',
  '/audiences?pageId=.',
  '/people?accountId=%2E%2E',
])('what is no id is not found: %s', async (path) => {
  expect(await statusOf(path, await signedIn())).toBe(404);
});

it('a search can have any text', async () => {
  expect(await statusOf('/people?query=..', await signedIn())).toBe(200);
});

/** Of a path as it is: others normalize it. */
function statusOf(path: string, { url, cookie }: ConsoleVisitor): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: { cookie } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    })
      .once('error', reject)
      .end();
  });
}

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
