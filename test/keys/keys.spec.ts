import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { busy } from '../../src/shared/kernel/errors.js';
import { ServiceSecrets } from '../../src/shared/secrets/service-secrets.js';
import { apiClient } from '../support/api/api-client.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { ahead, DAY, idOf, issued, later, MINUTE, pathOf, uuidOfKey } from './support.js';

const { service, api, strangerApi } = useTestService();

afterEach(() => jest.restoreAllMocks());

const as = (key: string) => apiClient(service.url, key);

async function storedText(): Promise<string> {
  const { rows } = await service.pool.query(
    `select coalesce(string_agg(row_to_json(k)::text, ''), '') as text from api_key k
     union all select coalesce(string_agg(row_to_json(a)::text, ''), '') from idempotent_answer a
     union all select coalesce(string_agg(row_to_json(e)::text, ''), '') from event e`,
  );
  return rows.map(({ text }: { text: string }) => text).join('');
}

describe('the key of a request', () => {
  it('is told what it is and may do', async () => {
    const expiresAt = ahead(DAY);
    const rateLimit = { perSecond: 5, burst: 50 };
    const { secret } = await issued(api, { name: 'Reader', scopes: ['topics:read'], expiresAt, rateLimit });
    const { body } = await as(secret).get('/v0/me').expect(200);
    expect(body).toEqual({
      tenantId: expect.stringMatching(/^tenant_/),
      tenantName: 'home',
      apiKeyId: idOf(secret),
      name: 'Reader',
      parentApiKeyId: null,
      scopes: ['topics:read'],
      expiresAt,
      limits: { key: rateLimit, tenant: { perSecond: 100_000, burst: 1_000_000 } },
    });
  });

  it('needs no scope for that, but has to be valid', async () => {
    expect(
      (
        await as(await service.keyWith([]))
          .get('/v0/me')
          .expect(200)
      ).body.scopes,
    ).toEqual([]);
    await as('nonsense').get('/v0/me').expect(401);
  });
});

describe('a key made over HTTP', () => {
  it('works at once, and is shown without its secret from then on', async () => {
    const { secret, ...shown } = await issued(api, {
      name: 'Reader',
      scopes: ['topics:read', 'topics:read'],
    });
    expect(shown).toMatchObject({ origin: 'api', state: 'active', scopes: ['topics:read'], expiresAt: null });
    await as(secret).get('/v0/topics').expect(200);
    await as(secret).get('/v0/persons').expect(403);
    const { body } = await api.get(pathOf(secret)).expect(200);
    expect(body).toEqual({ ...shown, lastUsedAt: body.lastUsedAt });
    const { text } = await api.get('/v0/api_keys').expect(200);
    expect(text).toContain(shown.apiKeyId);
    expect(text).not.toContain(secret.split('_').slice(2).join('_'));
    expect(await recordedTypes(service, { apiKeyId: shown.apiKeyId })).toEqual(['api_key.created']);
  });

  it('is nowhere stored in plain text, not even for a repeat, which gets it again', async () => {
    const send = () =>
      api
        .post('/v0/api_keys', { name: 'Repeated', scopes: ['topics:read'] })
        .set('idempotency-key', 'repeated key')
        .expect(201);
    const [first, again] = [await send(), await send()];
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
    const rotate = () =>
      api
        .post(`${pathOf(first.body.secret)}/rotate`, {})
        .set('idempotency-key', 'rotated key')
        .expect(200);
    const [rotated, rotatedAgain] = [await rotate(), await rotate()];
    expect(rotatedAgain.body.secret).toBe(rotated.body.secret);
    const stored = await storedText();
    for (const { body } of [first, rotated])
      expect(stored).not.toContain(body.secret.split('_').slice(2).join('_'));
    expect(stored).toContain('Repeated');
  });

  it('is not told to a repeat before the service has its secrets, but then', async () => {
    const send = () =>
      api
        .post('/v0/api_keys', { name: 'Early', scopes: ['topics:read'] })
        .set('idempotency-key', 'an early key')
        .then((answer) => answer);
    const first = await send();
    const secrets = service.app.get(ServiceSecrets, { strict: false });
    const loading = jest.spyOn(secrets, 'get').mockRejectedValue(busy());
    const refused = await send();
    loading.mockRestore();
    expect([refused.status, refused.body.code]).toEqual([503, 'busy']);
    expect((await send()).text).toBe(first.text);
  });

  it('is not told to another key that repeats the request', async () => {
    const send = (key: string) =>
      as(key)
        .post('/v0/me/keys', { name: 'Console' })
        .set('idempotency-key', 'a console')
        .then((answer) => answer);
    const [mine, other] = [await service.keyWith(['*']), await service.keyWith(['topics:read'])];
    expect((await send(mine)).status).toBe(201);
    const refused = await send(other);
    expect([refused.status, refused.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(refused.text).not.toContain('foyer_');
  });

  it.each([
    [{ scopes: ['topcs:read'] }, '/scopes/0', 'unknown_value'],
    [{ scopes: [] }, '/scopes', 'too_few'],
    [{ name: 'two\nlines' }, '/name', 'wrong_name'],
    [{ name: '\u001b[31mred' }, '/name', 'wrong_name'],
    [{ expiresAt: '+1763164800000' }, '/expiresAt', 'out_of_range'],
    [{ rateLimit: { perSecond: 0, burst: 1 } }, '/rateLimit/perSecond', 'out_of_range'],
  ])('is refused with %j', async (wrong, pointer, code) => {
    const asked = { name: 'Wrong', scopes: ['topics:read'], ...wrong };
    const { body } = await api.post('/v0/api_keys', asked).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it('ends before the year 10000', async () => {
    const { apiKeyId } = (await issued(api)) as { apiKeyId: string };
    for (const expiresAt of ['+999999999999999', '9999-12-31T23:59:59-23:59']) {
      const refusal = { errors: [expect.objectContaining({ pointer: '/expiresAt', code: 'out_of_range' })] };
      const asked = { name: 'Late', scopes: ['topics:read'], expiresAt };
      expect((await api.post('/v0/api_keys', asked).expect(400)).body).toMatchObject(refusal);
      expect((await api.patch(`/v0/api_keys/${apiKeyId}`, { expiresAt }).expect(400)).body).toMatchObject(
        refusal,
      );
    }
  });

  it('lives for at least a minute', async () => {
    const asked = { name: 'Short', scopes: ['topics:read'] };
    await api.post('/v0/api_keys', { ...asked, expiresAt: ahead(MINUTE - 1000) }).expect(400);
    const { secret } = await issued(api, { expiresAt: ahead(MINUTE + 5000) });
    later(MINUTE + 6000);
    const { body } = await as(secret).get('/v0/me').expect(401);
    expect(body).toMatchObject({ code: 'key_invalid', detail: 'This API key has expired.' });
  });

  it('shows the day of its last use', async () => {
    const { secret, ...shown } = await issued(api);
    expect(shown).toMatchObject({ lastUsedAt: null });
    await as(secret).get('/v0/me').expect(200);
    const usedAt = async () => (await api.get(pathOf(secret)).expect(200)).body.lastUsedAt as string | null;
    await until(async () => (await usedAt()) !== null); // it is written after the answer
    await service.pool.query(`update api_key set last_used_at = '2026-11-17T13:14:15Z' where id = $1`, [
      uuidOfKey(secret),
    ]);
    expect(await usedAt()).toBe(`+${Date.UTC(2026, 10, 17)}`);
  });
});

describe('a change of a key', () => {
  it('replaces and clears what is given', async () => {
    const { secret } = await issued(api, { scopes: ['topics:read', 'persons:read'], expiresAt: ahead(DAY) });
    const { body } = await api
      .patch(pathOf(secret), { name: 'Renamed', scopes: ['topics:read'], expiresAt: null })
      .expect(200);
    expect(body).toMatchObject({
      name: 'Renamed',
      scopes: ['topics:read'],
      expiresAt: null,
      rateLimit: null,
    });
    const rateLimit = { perSecond: 1, burst: 2 };
    expect((await api.patch(pathOf(secret), { rateLimit }).expect(200)).body.rateLimit).toEqual(rateLimit);
    await api.patch(pathOf(secret), { expiresAt: ahead(1000) }).expect(400);
    expect(await recordedTypes(service, { apiKeyId: idOf(secret) })).toEqual([
      ...['api_key.created', 'api_key.updated', 'api_key.updated'],
    ]);
  });

  it('is refused after the key was revoked', async () => {
    const { secret } = await issued(api);
    await api.delete(pathOf(secret)).expect(200);
    for (const act of [api.patch(pathOf(secret), { name: 'No' }), api.post(`${pathOf(secret)}/rotate`, {})])
      expect((await act.expect(409)).body.code).toBe('key_ended');
  });

  it('lengthens the life of an expired key, which can not be rotated', async () => {
    const { secret } = await issued(api, { expiresAt: ahead(DAY) });
    await service.pool.query('update api_key set expires_at = now() where id = $1', [uuidOfKey(secret)]);
    expect((await api.post(`${pathOf(secret)}/rotate`, {}).expect(409)).body.code).toBe('key_ended');
    expect((await api.get(pathOf(secret)).expect(200)).body.state).toBe('expired');
    expect((await api.patch(pathOf(secret), { expiresAt: ahead(DAY) }).expect(200)).body.state).toBe(
      'active',
    );
    await as(secret).get('/v0/me').expect(200);
  });
});

describe('a revoked key', () => {
  it('ends, stays in the list, and is revoked once', async () => {
    const { secret } = await issued(api);
    const { body } = await api.delete(pathOf(secret)).expect(200);
    expect(body).toMatchObject({ state: 'revoked', revokedAt: expect.stringMatching(/^\+/) });
    later(1000);
    expect((await api.delete(pathOf(secret)).expect(200)).body.revokedAt).toBe(body.revokedAt);
    expect((await as(secret).get('/v0/me').expect(401)).body.detail).toBe('This API key was revoked.');
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`;
    expect((await as(wrong).get('/v0/me').expect(401)).body.detail).toBe('This API key is unknown.');
    expect(await recordedTypes(service, { apiKeyId: idOf(secret) })).toEqual([
      ...['api_key.created', 'api_key.revoked'],
    ]);
  });

  it('can be the one of the request', async () => {
    const { secret } = await issued(api);
    await as(secret).delete(pathOf(secret)).expect(200);
    later(1000);
    await as(secret).get('/v0/me').expect(401);
  });
});

it('keys of another tenant are not there', async () => {
  const { secret } = await issued(api);
  await strangerApi.get(pathOf(secret)).expect(404);
  await strangerApi.patch(pathOf(secret), { name: 'Mine' }).expect(404);
  await strangerApi.post(`${pathOf(secret)}/rotate`, {}).expect(404);
  await strangerApi.delete(pathOf(secret)).expect(404);
  expect((await strangerApi.get('/v0/api_keys').expect(200)).text).not.toContain(idOf(secret));
  await as(secret).get('/v0/me').expect(200);
});

it('the list is paged, newest first', async () => {
  const made = [await issued(api), await issued(api), await issued(api)].map(({ apiKeyId }) => apiKeyId);
  const { body: page } = await api.get('/v0/api_keys?limit=2').expect(200);
  const { body: next } = await api.get(`/v0/api_keys?limit=2&cursor=${page.nextCursor}`).expect(200);
  const ids = [...page.items, ...next.items].map(({ apiKeyId }: { apiKeyId: string }) => apiKeyId);
  expect(ids.slice(0, 3)).toEqual(made.reverse());
});

it('a request that was refused leaves no key', async () => {
  const name = randomUUID();
  await as(await service.keyWith(['keys:write']))
    .post('/v0/api_keys', { name, scopes: ['*'] })
    .expect(403);
  const { rowCount } = await service.pool.query('select from api_key where name = $1', [name]);
  expect(rowCount).toBe(0);
});
