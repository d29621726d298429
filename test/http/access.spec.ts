import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import request from 'supertest';
import { hashKey } from '../../src/shared/auth/keys/api-key.js';
import { KeyStore } from '../../src/shared/auth/keys/key-store.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { apiClient } from '../support/api/api-client.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();

afterEach(() => jest.restoreAllMocks());

const as = (key: string) => apiClient(service.url, key);
const inTheFuture = (ms: number) => {
  const moment = new Date(Date.now() + ms);
  jest.spyOn(clock, 'now').mockImplementation(() => moment);
};
const idIn = (key: string) => uuidOf('key', `key_${key.split('_')[1]}`)!;

describe('a key', () => {
  it.each(['', 'nonsense', 'foyer_01m7eepcc6epdb7yyes11xt9f0_guessed'])(
    'that is unknown (%j) gets a 401',
    async (key) => {
      const { body, headers } = await as(key).get('/v0/topics').expect(401);
      expect(body.code).toBe('key_invalid');
      expect(headers['www-authenticate']).toMatch(/^ApiKey /);
    },
  );

  it('works only within its scopes', async () => {
    const reader = as(await service.keyWith(['topics:read']));
    await reader.get('/v0/topics').expect(200);
    const { body } = await reader.post('/v0/topics', { title: 'No' }).expect(403);
    expect(body).toMatchObject({ code: 'missing_scope', detail: 'This key lacks the scope topics:write.' });
    await reader.get('/metrics').expect(403);
  });

  it('stops working when it expires, even while it is remembered', async () => {
    const key = await service.keyWith(['*'], { expiresAt: new Date(Date.now() + 3000) });
    await as(key).get('/v0/topics').expect(200);
    inTheFuture(3001);
    await as(key).get('/v0/topics').expect(401);
  });

  it('stops working within a second of being revoked', async () => {
    const key = await service.keyWith(['*']);
    await as(key).get('/v0/topics').expect(200);
    expect(await service.app.get(KeyStore).revoke(idIn(key))).toBe(true);
    inTheFuture(1000);
    await as(key).get('/v0/topics').expect(401);
  });

  it('is not looked up again for every request', async () => {
    const key = await service.keyWith(['*']);
    const lookUps = jest.spyOn(service.app.get(KeyStore), 'findByHashes');
    // However slow the machine is, the key is in memory.
    inTheFuture(0);
    for (let each = 0; each < 5; each++) await as(key).get('/v0/topics').expect(200);
    const lookedUp = lookUps.mock.calls
      .flatMap(([hashes]) => hashes)
      .filter((hash) => hash.equals(hashKey(key)));
    expect(lookedUp).toHaveLength(1);
  });

  it('is noted as used once, however many requests waited for its look-up', async () => {
    const key = await service.keyWith(['*']);
    const touch = jest.spyOn(service.app.get(KeyStore), 'markUsed');
    const requests = Array.from({ length: 30 }, () => as(key).get('/v0/topics').expect(200));
    await Promise.all(requests);
    expect(touch).toHaveBeenCalledTimes(1);
  });

  it('remembers when it was last used, to the minute', async () => {
    const key = await service.keyWith(['*']);
    const touch = jest.spyOn(service.app.get(KeyStore), 'markUsed');
    await as(key).get('/v0/topics').expect(200);
    await touch.mock.results[0]!.value;
    const first = await lastUsed(key);
    expect(Math.abs(first - Date.now())).toBeLessThan(60_000);
    inTheFuture(30_000);
    await service.app.get(KeyStore).markUsed(idIn(key));
    expect(await lastUsed(key)).toBe(first);
    inTheFuture(90_000);
    await service.app.get(KeyStore).markUsed(idIn(key));
    expect(await lastUsed(key)).toBeGreaterThan(first);
  });

  it('is kept as a hash alone', async () => {
    const { rows } = await service.pool.query('select to_jsonb(k)::text as all from api_key k');
    const secret = service.home.key.split('_').slice(2).join('_');
    expect(rows.every((row: { all: string }) => !row.all.includes(secret))).toBe(true);
  });

  it('given by the operator replaces the one given before', async () => {
    const store = service.app.get(KeyStore);
    const grant = { tenantId: service.home.id, origin: 'environment' as const, scopes: ['*'] };
    await store.register('first-operator-key', grant);
    await store.register('first-operator-key', grant);
    await as('first-operator-key').get('/v0/topics').expect(200);
    await store.register('second-operator-key', grant);
    await as('second-operator-key').get('/v0/topics').expect(200);
    inTheFuture(1000);
    await as('first-operator-key').get('/v0/topics').expect(401);
  });

  it('given by the operator to several processes at once is made once, and works', async () => {
    const store = service.app.get(KeyStore);
    const grant = { tenantId: service.home.id, origin: 'environment' as const, scopes: ['*'] };
    const held = await HeldTransaction.begin(
      service,
      `insert into api_key (id, tenant_id, origin, hash, scopes, created_at)
       values (gen_random_uuid(), $1, 'environment', $2, '{*}', now())`,
      [service.home.id, hashKey('shared-operator-key')],
    );
    expect(await held.commitAheadOf(store.register('shared-operator-key', grant))).toBe(true);
    // As one sees it that has looked before the other was done.
    jest.spyOn(store, 'findByHashes').mockResolvedValueOnce([]);
    expect(await store.register('shared-operator-key', grant)).toBe(true);
    await as('shared-operator-key').get('/v0/topics').expect(200);
  });

  it('given by the operator does not begin again after its end', async () => {
    const store = service.app.get(KeyStore);
    const grant = { tenantId: service.home.id, origin: 'environment' as const, scopes: ['*'] };
    const end = (change: string) =>
      service.pool.query(`update api_key set ${change} where hash = $1`, [hashKey('ended-operator-key')]);
    await store.register('ended-operator-key', grant);
    await end('expires_at = now()');
    expect(await store.register('ended-operator-key', grant)).toBe(false);
    await end('expires_at = null');
    expect(await store.register('ended-operator-key', grant)).toBe(true);
    await end('revoked_at = now()');
    expect(await store.register('ended-operator-key', grant)).toBe(false);
  });

  it('is revoked once, and stays so since then', async () => {
    const store = service.app.get(KeyStore);
    const id = idIn(await service.keyWith(['*']));
    const revokedAt = async () => (await store.list()).find((key) => key.id === id)!.revokedAt;
    expect(await store.revoke(id)).toBe(true);
    const first = await revokedAt();
    inTheFuture(60_000);
    expect(await store.revoke(id)).toBe(true);
    expect(await revokedAt()).toBe(first);
  });
});

describe('a bearer token', () => {
  const bearing = (authorization: string, key?: string) => {
    const sent = request(service.url).get('/v0/topics').set('authorization', authorization);
    return key === undefined ? sent : sent.set('x-api-key', key);
  };

  it('is a key like another', async () => {
    await bearing(`Bearer ${service.home.key}`).expect(200);
    await bearing(`bearer ${service.home.key}`, service.home.key).expect(200);
    const { body } = await bearing('Bearer nonsense').expect(401);
    expect(body.code).toBe('key_invalid');
  });

  it('must not differ from the key beside it', async () => {
    const { body, headers } = await bearing('Bearer another', service.home.key).expect(401);
    expect(body).toMatchObject({ code: 'keys_differ', detail: expect.stringContaining('send only one') });
    expect(headers['www-authenticate']).toMatch(/Bearer realm="foyer"$/);
  });

  it('must not differ from another one in the same header', async () => {
    const { port } = new URL(service.url);
    const headers = ['authorization', `Bearer ${service.home.key}`, 'authorization', 'Bearer another'];
    const asked = get({
      port,
      path: '/v0/topics',
      headers: [...headers, 'host', 'x', 'connection', 'close'],
    });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(401);
    expect(await text(answer)).toContain('"keys_differ"');
  });

  it.each(['Basic Zm9vOmJhcg==', 'Bearer', ''])('is not there in "%s"', async (authorization) => {
    const { body } = await bearing(authorization).expect(401);
    expect(body).toMatchObject({
      code: 'key_missing',
      detail: expect.stringContaining('Authorization: Bearer'),
    });
    await bearing(authorization, service.home.key).expect(200);
  });
});

async function lastUsed(key: string): Promise<number> {
  const keys = await service.app.get(KeyStore).list();
  return keys.find(({ id }) => id === idIn(key))!.lastUsedAt!;
}
