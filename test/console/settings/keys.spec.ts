import { hiddenIn, useConsole } from '../console-visitor.js';

const { service, api, visitor, signedIn } = useConsole();

const FORM = { name: 'Export tool', scopes: ['pages:read', 'audiences:read'], lifetime: '30' };

async function keyNamed(name: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await api.get('/v0/api_keys?limit=100').expect(200);
  return (body as { items: Record<string, unknown>[] }).items.find((key) => key.name === name);
}

async function newKey(name: string, more: object = {}): Promise<{ id: string; secret: string }> {
  const { body } = await api.post('/v0/api_keys', { name, scopes: ['topics:read'], ...more }).expect(201);
  const { apiKeyId: id, secret } = body as { apiKeyId: string; secret: string };
  return { id, secret };
}

describe('creating a key', () => {
  const path = '/settings/keys/new';

  it('shows its secret once, and it works', async () => {
    const kim = await signedIn();
    const { text } = await kim.get(path).expect(200);
    const sent = { ...hiddenIn(text, path), ...FORM, own_key: service.home.key };
    const created = await kim.post(path, sent).expect(200);
    const [, secret] = /<code>(foyer_[^<]+)<\/code>/.exec(created.text)!;
    await api.get('/v0/me').set('x-api-key', secret!).expect(200);
    // Sent again, as by a double click, it is the same key.
    const again = await kim.post(path, { ...sent }).expect(200);
    expect(again.text).toContain(secret);
    const key = await keyNamed(FORM.name);
    expect(key).toMatchObject({ scopes: expect.arrayContaining(FORM.scopes), parentApiKeyId: null });
    expect((await kim.get('/settings/keys').expect(200)).text).not.toContain(secret);
  });

  it('shows each problem at its field, in the words of the API', async () => {
    const kim = await signedIn();
    const sent = { ...FORM, name: '', scopes: [], 'rateLimit.perSecond': '5', own_key: service.home.key };
    const { text } = await kim.fill(path, sent, 400);
    for (const field of ['name', 'scopes', 'rateLimit-burst'])
      expect(text).toContain(`id="field-${field}-problem"`);
    expect(text).toContain('role="alert"');
    expect(text).not.toContain(service.home.key);
  });

  it('wants the own key, because a session cannot make what outlives it', async () => {
    const kim = await signedIn();
    const missing = await kim.fill(path, FORM, 403);
    expect(missing.text).toContain('id="field-own_key-problem"');
    const wrong = await kim.fill(path, { ...FORM, own_key: 'foyer_other' }, 403);
    expect(wrong.text).toContain('This is not the key that you signed in with.');
    expect(wrong.text).toContain('value="Export tool"');
  });
});

it('a key is rotated', async () => {
  const { id, secret } = await newKey('Rotated');
  const kim = await signedIn();
  const path = `/settings/keys/${id}/rotate`;
  const rotated = await kim.fill(path, { overlapHours: '0', own_key: service.home.key }, 200);
  const [, other] = /<code>(foyer_[^<]+)<\/code>/.exec(rotated.text)!;
  expect(other).not.toBe(secret);
  await api.get('/v0/me').set('x-api-key', other!).expect(200);
});

it('a key is revoked, after saying what that ends', async () => {
  const { id, secret } = await newKey('Revoked');
  await api.post('/v0/me/keys', { name: 'Session' }).set('x-api-key', secret).expect(201);
  const kim = await signedIn();
  const path = `/settings/keys/${id}/revoke`;
  const { text } = await kim.get(path).expect(200);
  expect(text).toContain('Whatever uses this key is refused within a second');
  expect(text).toContain('One session');
  const done = await kim.fill(path, { own_key: service.home.key }, 303);
  expect((await kim.get(String(done.headers.location)).expect(200)).text).toContain('The key is revoked.');
  expect(await keyNamed('Revoked')).toMatchObject({ state: 'revoked' });
});

it('whoever revokes the key of the own session is signed out at once', async () => {
  const kim = await visitor().signIn(service.home.key, 'Own');
  const key = await keyNamed('Console of Own');
  const path = `/settings/keys/${String(key!.apiKeyId)}/revoke`;
  await kim.fill(path, {}, 303);
  const { headers } = await kim.get('/settings/keys').expect(303);
  expect(headers.location).toContain('notice=ended');
});

it('texts of others are never markup', async () => {
  const name = '</h2><script>alert(1)</script>"\'';
  const { id } = await newKey(name);
  const kim = await signedIn();
  for (const path of [
    '/settings/keys',
    `/settings/keys/${id}/revoke`,
    '/settings/audit?actor=%22%3E%3Cscript%3E',
  ]) {
    const { text } = await kim.get(path).expect(200);
    expect(text).not.toMatch(/<script(?! src="\/assets\/)/i);
  }
});

it('the audit log is filtered', async () => {
  await newKey('Audited');
  const kim = await signedIn();
  const { text } = await kim.get('/settings/audit?operation=api_key.created').expect(200);
  expect(text).toContain('api_key.created');
  expect(text).not.toContain('topic.created');
  const none = await kim.get('/settings/audit?operation=nothing.like_this&from=2025-01-01').expect(200);
  expect(none.text).toContain('No entry fits');
  const wrong = await kim.get('/settings/audit?from=yesterday').expect(400);
  expect(wrong.text).toContain('from');
});

it('the audit log shows values for people: times, and nothing for what was not there before', async () => {
  const { id } = await newKey('Timed', { expiresAt: '2031-05-06T07:08:09Z' });
  const kim = await signedIn();
  const { text } = await kim.get(`/settings/audit?recordId=${id}`).expect(200);
  expect(text).toMatch(/<dt>expiresAt<\/dt><dd> ?<ins><time [^>]*>6 May 2031, 07:08 UTC<\/time><\/ins>/);
  expect(text).not.toContain('<del>');
});
