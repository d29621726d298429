import { jest } from '@jest/globals';
import { clock } from '../../../src/shared/kernel/clock.js';
import { MINUTE_MS } from '../../../src/shared/kernel/durations.js';
import { Readiness } from '../../../src/shared/health/readiness.js';
import { MOST_OF_A_SESSION } from '../../../src/modules/console/live/stream-limits.js';
import { until } from '../../support/until.js';
import { useConsole, type ConsoleVisitor } from '../console-visitor.js';
import { LiveReader } from './live-reader.js';

const { service, api, strangerApi, visitor } = useConsole();

const signedIn = () => visitor().signIn(service.home.key);

const readers: LiveReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
  jest.restoreAllMocks();
});

async function follow(...[kim, how]: Parameters<typeof LiveReader.open>): Promise<LiveReader> {
  const reader = await LiveReader.open(kim, how);
  readers.push(reader);
  return reader;
}

async function newPerson(name: string, client = api): Promise<string> {
  const { body } = await client.post('/v0/persons', { name }).expect(201);
  return (body as { personId: string }).personId;
}

const ownKeyOf = async (kim: ConsoleVisitor) => {
  const { text } = await kim.get('/settings/keys').expect(200);
  const [, own] = /This session[^]*?\/settings\/keys\/(key_\w+)\/revoke/.exec(text) ?? [];
  return own!;
};

it('a browser learns which records change, and nothing else of them', async () => {
  const reader = await follow(await signedIn());
  expect(reader.status).toBe(200);
  const personId = await newPerson('Nobody Else');
  await until(() => reader.text.includes(personId));
  expect(reader.text).toMatch(/data: [^\n]*person\.created/);
  expect(reader.text).not.toContain('Nobody');
  expect(reader.text).not.toContain(service.home.key);
});

it('a stream begins with what has changed while its screen was on its way', async () => {
  const kim = await signedIn();
  const since = String(Date.now());
  const personId = await newPerson('Early');
  const reader = await follow(kim, { since });
  await until(() => reader.text.includes(personId));
});

it("does not tell what changes at another tenant's", async () => {
  const reader = await follow(await signedIn());
  const theirs = await newPerson('Theirs', strangerApi);
  const own = await newPerson('Own');
  await until(() => reader.text.includes(own));
  expect(reader.text).not.toContain(theirs);
});

it('ends within seconds after the key of the session is revoked, and says so', async () => {
  const kim = await signedIn();
  const keyId = await ownKeyOf(kim);
  const reader = await follow(kim);
  const revokedAt = Date.now();
  await api.delete(`/v0/api_keys/${keyId}`).expect(200);
  await until(() => reader.isOver);
  expect(reader.text).toContain('event: ended\n');
  expect(Date.now() - revokedAt).toBeLessThan(5000);
});

it('without a session there is nothing to follow', async () => {
  const reader = await follow(visitor());
  await until(() => reader.isOver);
  expect(reader.text).toContain('event: ended\n');
});

it.each(['same-site', 'cross-site', 'none'])(
  'is for scripts of the console only, not for %s',
  async (from) => {
    expect((await follow(await signedIn(), { from })).status).toBe(403);
  },
);

it('is empty for a key that may not read events', async () => {
  const kim = await visitor().signIn(await service.keyWith(['persons:read']));
  expect((await follow(kim)).status).toBe(204);
});

it('a session has few streams, and each gives its place back', async () => {
  const kim = await signedIn();
  const open = [];
  for (let count = 0; count < MOST_OF_A_SESSION; count++) open.push(await follow(kim));
  expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
  expect((await follow(kim)).status).toBe(429);
  open[0]!.close();
  await until(async () => (await follow(kim)).status === 200);
});

it('looking again by itself is no use of the session', async () => {
  const kim = await signedIn();
  jest.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + 2 * MINUTE_MS));
  const unasked = await kim.get('/today').set('x-unasked', '1').expect(200);
  expect(unasked.headers['set-cookie']).toBeUndefined();
  const asked = await kim.get('/today').expect(200);
  expect(asked.headers['set-cookie']).toBeDefined();
});

it('the script is kept for good, and no screen has any other', async () => {
  const kim = await signedIn();
  const { text } = await kim.get('/today').expect(200);
  const scripts = [...text.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
  expect(scripts.map(([, , content]) => content)).toEqual(['']);
  const [, path] = /src="([^"]+)"/.exec(scripts[0]![1]!)!;
  const script = await kim.get(path!).expect(200);
  expect(script.headers).toMatchObject({
    'content-type': expect.stringMatching(/javascript/),
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

// The last one: it ends all streams of this process for good.
it('ends when the process shuts down', async () => {
  const kim = await signedIn();
  const reader = await follow(kim);
  service.app.get(Readiness).endLiveAnswers();
  await until(() => reader.isOver);
  expect(reader.text).not.toContain('event: ended');
  expect((await follow(kim)).status).toBe(503);
});
