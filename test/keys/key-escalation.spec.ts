import { apiClient } from '../support/api/api-client.js';
import { useTestService } from '../support/test-service.js';
import { ahead, childOf, DAY, idOf, issued, pathOf, uuidOfKey, withParent } from './support.js';

const { service, api } = useTestService();

const as = (key: string) => apiClient(service.url, key);

const SCOPES = ['keys:write', 'keys:read', 'topics:read'];
const LIMIT = { perSecond: 5, burst: 50 };

/** A key with a part of everything. */
const limited = async (): Promise<string> =>
  (
    await issued(api, {
      scopes: SCOPES,
      rateLimit: { perSecond: 1000, burst: 1000 },
      expiresAt: ahead(3 * DAY),
    })
  ).secret;

const WITHIN = () => ({
  name: 'Within',
  scopes: ['topics:read'],
  rateLimit: LIMIT,
  expiresAt: ahead(2 * DAY),
});

const BEYOND: [string, () => object, string][] = [
  ['a scope', () => ({ scopes: ['topics:read', 'topics:write'] }), '/scopes/1'],
  [
    'a scope after one that is repeated',
    () => ({ scopes: ['topics:read', 'topics:read', 'topics:write'] }),
    '/scopes/2',
  ],
  ['all scopes', () => ({ scopes: ['*'] }), '/scopes/0'],
  ['a larger limit', () => ({ rateLimit: { perSecond: 1001, burst: 1 } }), '/rateLimit'],
  ['a larger burst', () => ({ rateLimit: { perSecond: 1, burst: 1001 } }), '/rateLimit'],
  ['no limit', () => ({ rateLimit: null }), '/rateLimit'],
  ['a longer life', () => ({ expiresAt: ahead(4 * DAY) }), '/expiresAt'],
  ['no end', () => ({ expiresAt: null }), '/expiresAt'],
];

const refusal = (pointer: string) => ({
  code: 'beyond_own_key',
  errors: [expect.objectContaining({ pointer, code: 'beyond_own_key' })],
});

describe('a key that may manage keys', () => {
  it('makes, changes, rotates and revokes keys within its own reach', async () => {
    const own = as(await limited());
    const { secret } = await issued(own, WITHIN());
    await own.patch(pathOf(secret), { scopes: SCOPES, expiresAt: ahead(DAY) }).expect(200);
    await own.post(`${pathOf(secret)}/rotate`, {}).expect(200);
    await own.delete(pathOf(secret)).expect(200);
  });

  it.each(BEYOND)('does not make one with %s beyond its own', async (_, more, pointer) => {
    const { body } = await as(await limited())
      .post('/v0/api_keys', { ...WITHIN(), ...more() })
      .expect(403);
    expect(body).toMatchObject(refusal(pointer));
  });

  it.each(BEYOND)('does not give one %s beyond its own', async (_, more, pointer) => {
    const own = as(await limited());
    const { secret } = await issued(own, WITHIN());
    expect((await own.patch(pathOf(secret), more()).expect(403)).body).toMatchObject(refusal(pointer));
  });

  it.each(BEYOND)('does not give itself %s', async (_, more, pointer) => {
    const key = await limited();
    expect((await as(key).patch(pathOf(key), more()).expect(403)).body).toMatchObject(refusal(pointer));
  });

  it.each(BEYOND)('does not touch one that has %s beyond its own', async (_, more) => {
    const { secret } = await issued(api, { ...WITHIN(), ...more() });
    const own = as(await limited());
    const acts = [
      own.patch(pathOf(secret), { ...WITHIN(), scopes: ['topics:read'] }),
      own.post(`${pathOf(secret)}/rotate`, {}),
      own.delete(pathOf(secret)),
    ];
    for (const act of acts) expect((await act.expect(403)).body.code).toBe('beyond_own_key');
    await as(secret).get('/v0/me').expect(200);
  });

  it('does not, as long as the service remembers it, after it has lost its scope or its life', async () => {
    const key = await limited();
    await as(key).get('/v0/me').expect(200);
    await service.pool.query(`update api_key set scopes = '{topics:read}' where id = $1`, [uuidOfKey(key)]);
    expect((await as(key).post('/v0/api_keys', WITHIN()).expect(403)).body.code).toBe('missing_scope');
    const revoked = await limited();
    await as(revoked).get('/v0/me').expect(200);
    await service.pool.query('update api_key set revoked_at = now() where id = $1', [uuidOfKey(revoked)]);
    for (const path of ['/v0/api_keys', '/v0/me/keys'])
      expect((await as(revoked).post(path, WITHIN())).status).toBe(path.endsWith('me/keys') ? 400 : 401);
    expect((await as(revoked).post('/v0/me/keys', { name: 'Child' }).expect(401)).body.detail).toMatch(
      /revoked/,
    );
  });

  it('has no more with its former secret than until that ends', async () => {
    const { secret } = await issued(api);
    await api.post(`${pathOf(secret)}/rotate`, { overlapHours: 1 }).expect(200);
    const former = as(secret);
    const { body } = await former.post('/v0/api_keys', { name: 'For good', scopes: ['*'] }).expect(403);
    expect(body).toMatchObject(refusal('/expiresAt'));
    expect((await former.post(`${pathOf(secret)}/rotate`, {}).expect(403)).body.code).toBe('beyond_own_key');
    const child = await childOf(service, secret);
    expect(Number(child.expiresAt)).toBeLessThanOrEqual(Date.now() + DAY / 24);
  });
});

describe('a child', () => {
  const parent = () => issued(api, { scopes: ['*'] });

  it('makes and rotates keys only together with its parent', async () => {
    const { secret } = await parent();
    const { secret: child } = await childOf(service, secret);
    const other = await issued(api, { scopes: ['topics:read'], expiresAt: ahead(DAY) });
    const acts = () => [
      as(child).post('/v0/api_keys', WITHIN()),
      as(child).post(`${pathOf(other.secret)}/rotate`, {}),
      as(child).post(`${pathOf(child)}/rotate`, {}),
    ];
    for (const act of acts()) expect((await act.expect(403)).body.code).toBe('parent_key_required');
    for (const stray of [child, other.secret, service.home.key, 'nonsense'])
      for (const act of acts())
        expect((await withParent(act, stray).expect(403)).body.code).toBe('parent_key_wrong');
    const made = await withParent(
      as(child).post('/v0/api_keys', { name: 'For good', scopes: ['*'] }),
      secret,
    );
    expect([made.status, made.body.expiresAt]).toEqual([201, null]);
    await withParent(as(child).post(`${pathOf(other.secret)}/rotate`, {}), secret).expect(200);
  });

  it('has no scope to manage keys by its parent in the header', async () => {
    const { secret } = await parent();
    const { secret: child } = await childOf(service, secret, { scopes: ['topics:read'] });
    const { body } = await withParent(as(child).post('/v0/api_keys', WITHIN()), secret).expect(403);
    expect(body.code).toBe('missing_scope');
  });

  it('can not be changed or rotated, nor change or end its parent', async () => {
    const { secret } = await parent();
    const { secret: child } = await childOf(service, secret);
    for (const act of [
      api.patch(pathOf(child), { expiresAt: ahead(30 * DAY) }),
      as(child).patch(pathOf(child), { expiresAt: ahead(DAY) }),
      withParent(as(child).post(`${pathOf(child)}/rotate`, {}), secret),
    ])
      expect((await act.expect(409)).body.code).toBe('child_key');
    await as(child).patch(pathOf(secret), { name: 'Mine' }).expect(403);
    await as(child).delete(pathOf(secret)).expect(403);
    await as(child).delete(pathOf(child)).expect(200);
  });

  it('has no children', async () => {
    const { secret } = await parent();
    const { secret: child } = await childOf(service, secret);
    for (const act of [
      as(child).post('/v0/me/keys', { name: 'Grandchild' }),
      withParent(as(child).post('/v0/me/keys', { name: 'Grandchild' }), secret),
    ])
      expect((await act.expect(403)).body.code).toBe('child_key');
  });
});

describe('the last key of a tenant that can manage keys', () => {
  it('can not be revoked, narrowed or made to expire', async () => {
    const { stranger } = service;
    const own = stranger.api;
    // None of these would be there for good.
    await issued(own, { expiresAt: ahead(DAY) });
    await issued(own, { scopes: ['topics:read'] });
    await childOf(service, stranger.key);
    const path = pathOf(stranger.key);
    for (const act of [
      own.delete(path),
      own.patch(path, { scopes: ['keys:write', 'keys:read'] }),
      own.patch(path, { scopes: ['topics:read'] }),
      own.patch(path, { expiresAt: ahead(DAY) }),
      // It could not lift the limit itself.
      own.patch(path, { rateLimit: { perSecond: 1, burst: 1 } }),
    ])
      expect((await act.expect(409)).body.code).toBe('last_managing_key');
    await own.patch(path, { name: 'Main key', scopes: ['*'] }).expect(200);
    const { secret } = await issued(own, { scopes: ['*'] });
    await own.patch(path, { rateLimit: { perSecond: 5, burst: 50 } }).expect(200);
    await as(secret).patch(path, { rateLimit: null }).expect(200);
    await own.patch(path, { scopes: ['keys:write', 'topics:read'] }).expect(200);
    expect(
      (
        await as(secret)
          .patch(pathOf(secret), { expiresAt: ahead(DAY) })
          .expect(200)
      ).body.state,
    ).toBe('active');
    expect((await as(secret).delete(path).expect(403)).body.code).toBe('beyond_own_key');
    for (const act of [own.delete(path), own.patch(path, { scopes: ['keys:write'] })])
      expect((await act.expect(409)).body.code).toBe('last_managing_key');
    expect((await own.get('/v0/me').expect(200)).body.apiKeyId).toBe(idOf(stranger.key));
  });
});
