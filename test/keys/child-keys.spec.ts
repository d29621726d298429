import { jest } from '@jest/globals';
import { forgetChildKeys } from '../../src/modules/keys/keys.jobs.js';
import { OldRows } from '../../src/shared/jobs/old-rows.js';
import { apiClient } from '../support/api/api-client.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { ahead, childOf, DAY, idOf, issued, later, pathOf, uuidOfKey } from './support.js';

const { service, api } = useTestService();

afterEach(() => jest.restoreAllMocks());

const as = (key: string) => apiClient(service.url, key);

describe('a child', () => {
  it('is made by any key, and has what that key has for a week', async () => {
    const key = await service.keyWith(['topics:read', 'persons:read']);
    const { secret, expiresAt, scopes } = await childOf(service, key, { name: 'Console' });
    expect(scopes).toEqual(['topics:read', 'persons:read']);
    expect(Math.abs(Number(expiresAt) - Date.now() - 7 * DAY)).toBeLessThan(DAY / 24);
    const { body } = await as(secret).get('/v0/me').expect(200);
    expect(body).toMatchObject({ name: 'Console', parentApiKeyId: idOf(key), expiresAt });
    const { body: list } = await api.get(`/v0/api_keys?parentApiKeyId=${idOf(key)}`).expect(200);
    expect(list.items.map(({ apiKeyId }: { apiKeyId: string }) => apiKeyId)).toEqual([idOf(secret)]);
    expect(await recordedTypes(service, { apiKeyId: idOf(secret) })).toEqual(['api_key.created']);
  });

  it('has less if asked so, and never more', async () => {
    const key = await service.keyWith(['topics:read', 'persons:read']);
    const { secret } = await childOf(service, key, { scopes: ['topics:read'], expiresAt: ahead(DAY) });
    await as(secret).get('/v0/topics').expect(200);
    await as(secret).get('/v0/persons').expect(403);
    for (const scope of ['pages:read', '*']) {
      const { body } = await as(key)
        .post('/v0/me/keys', { name: 'More', scopes: [scope] })
        .expect(403);
      expect(body.errors).toMatchObject([{ pointer: '/scopes/0', code: 'beyond_own_key' }]);
    }
    for (const expiresAt of [ahead(7 * DAY + 60_000), ahead(1000)])
      await as(key).post('/v0/me/keys', { name: 'Longer', expiresAt }).expect(400);
  });

  it('does not outlive a key that expires', async () => {
    const expiresAt = ahead(DAY);
    const { secret } = await issued(api, { expiresAt });
    expect((await childOf(service, secret)).expiresAt).toBe(expiresAt);
    expect((await childOf(service, secret, { expiresAt: ahead(2 * DAY) })).expiresAt).toBe(expiresAt);
  });

  it('shares the limit of its parent', async () => {
    const key = await service.keyWith(['topics:read'], { rateLimit: { perSecond: 1, burst: 3 } });
    const { secret } = await childOf(service, key);
    await as(secret).get('/v0/topics').expect(200);
    await as(key).get('/v0/topics').expect(200);
    await as(secret).get('/v0/topics').expect(429);
  });

  it('is narrowed with its parent, and has it back with it', async () => {
    const { secret } = await issued(api, { scopes: ['topics:read', 'persons:read'] });
    const { secret: child } = await childOf(service, secret);
    await api.patch(pathOf(secret), { scopes: ['persons:read'] }).expect(200);
    later(1000);
    await as(child).get('/v0/topics').expect(403);
    await as(child).get('/v0/persons').expect(200);
    expect((await as(child).get('/v0/me')).body.scopes).toEqual(['persons:read']);
    await api.patch(pathOf(secret), { scopes: ['topics:read', 'pages:read'] }).expect(200);
    later(2000);
    await as(child).get('/v0/topics').expect(200);
    await as(child).get('/v0/pages').expect(403);
  });

  it('ends itself, as any key may, and no other key', async () => {
    const key = await service.keyWith(['topics:read']);
    const { secret: other } = await childOf(service, key);
    const { secret } = await childOf(service, key);
    for (const path of [pathOf(other), pathOf(key)]) {
      const { body } = await as(secret).delete(path).expect(403);
      expect(body).toMatchObject({ code: 'missing_scope', detail: 'This key lacks the scope keys:write.' });
    }
    expect((await as(secret).delete(pathOf(secret)).expect(200)).body.state).toBe('revoked');
    later(1000);
    await as(secret).get('/v0/me').expect(401);
    await as(other).get('/v0/me').expect(200);
    await as(key).delete(pathOf(key)).expect(200);
    expect(await recordedTypes(service, { apiKeyId: idOf(secret) })).toEqual([
      'api_key.created',
      'api_key.revoked',
    ]);
  });

  it('ends with its parent', async () => {
    const { secret } = await issued(api);
    const { secret: child } = await childOf(service, secret);
    await as(child).get('/v0/me').expect(200);
    await api.delete(pathOf(secret)).expect(200);
    later(1000);
    const { body } = await as(child).get('/v0/me').expect(401);
    expect(body.detail).toBe('This API key was revoked together with its parent.');
    expect((await api.get(pathOf(child)).expect(200)).body.state).toBe('revoked');
  });

  it('ends with an expired parent, even if that is changed after', async () => {
    const { secret } = await issued(api);
    const { secret: child } = await childOf(service, secret);
    await service.pool.query('update api_key set expires_at = now() where id = $1', [uuidOfKey(secret)]);
    later(1000);
    expect((await as(child).get('/v0/me').expect(401)).body.detail).toMatch(/together with its parent\.$/);
    expect((await api.get(pathOf(child)).expect(200)).body.state).toBe('expired');
  });

  it('ends when its parent is rotated, whatever the overlap', async () => {
    const { secret } = await issued(api);
    const { secret: child } = await childOf(service, secret);
    const { body } = await api.post(`${pathOf(secret)}/rotate`, { overlapHours: 168 }).expect(200);
    later(1000);
    expect((await as(child).get('/v0/me').expect(401)).body.detail).toMatch(/parent was rotated/);
    const { secret: next } = await childOf(service, body.secret);
    await as(next).get('/v0/me').expect(200);
  });
});

it('a key has a thousand children at most, without those that have ended', async () => {
  const { secret } = await issued(api);
  const insert = `
    insert into api_key (id, tenant_id, origin, hash, scopes, created_at, expires_at, parent_id, parent_hash)
    select gen_random_uuid(), tenant_id, 'api', sha256(number::text::bytea), '{*}', now(), now() + interval '1 day', id, hash
    from api_key, generate_series(1, 999) number where id = $1`;
  await service.pool.query(insert, [uuidOfKey(secret)]);
  const { secret: last } = await childOf(service, secret);
  const { body } = await as(secret).post('/v0/me/keys', { name: 'Too many' }).expect(409);
  expect(body.code).toBe('too_many_child_keys');
  await api.delete(pathOf(last)).expect(200);
  await childOf(service, secret);
});

it('children are forgotten a week after their end, other keys are not', async () => {
  const { secret } = await issued(api, { expiresAt: ahead(DAY) });
  const [recent, old] = [await childOf(service, secret), await childOf(service, secret)];
  const end = (of: string, days: number) =>
    service.pool.query(`update api_key set expires_at = now() - $2 * interval '1 day' where id = $1`, [
      uuidOfKey(of),
      days,
    ]);
  await end(recent.secret, 6);
  await end(old.secret, 8);
  await end(secret, 8);
  await service.app.get(OldRows, { strict: false }).deleteExpired(forgetChildKeys.forgets!);
  await api.get(pathOf(recent.secret)).expect(200);
  await api.get(pathOf(secret)).expect(200);
  await api.get(pathOf(old.secret)).expect(404);
});
