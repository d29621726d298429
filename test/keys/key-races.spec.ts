import { pino } from 'pino';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../../src/app.module.js';
import { createApp } from '../../src/application/app.setup.js';
import { readSettings } from '../../src/shared/config/settings.js';
import { closeServer, listen } from '../../src/shared/http/server/listener.js';
import { apiClient, type ApiClient } from '../support/api/api-client.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { childOf, issued, pathOf, uuidOfKey } from './support.js';

const { service, api } = useTestService();

const as = (key: string) => apiClient(service.url, key);

const REVOKE = 'update api_key set revoked_at = now() where id = $1';

describe('changes of the keys of a tenant', () => {
  it('come one after the other: of the last two managing keys, one stays', async () => {
    const { stranger } = service;
    const { secret } = await issued(stranger.api);
    const held = await HeldTransaction.ofMatter(service, 'api keys', stranger);
    await held.query(REVOKE, [uuidOfKey(secret)]);
    const { status, body } = await held.commitAheadOf(stranger.api.delete(pathOf(stranger.key)));
    expect([status, body.code]).toEqual([409, 'last_managing_key']);
    await stranger.api.get('/v0/me').expect(200);
  });

  it('sent at once, leave one managing key', async () => {
    const { stranger } = service;
    const { secret } = await issued(stranger.api);
    const statuses = await Promise.all([
      stranger.api.delete(pathOf(secret)).then(({ status }) => status),
      apiClient(service.url, secret)
        .delete(pathOf(stranger.key))
        .then(({ status }) => status),
    ]);
    // The second finds its own key revoked, or the first finds itself to be the last.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const { rowCount } = await service.pool.query(
      `select from api_key where tenant_id = $1 and revoked_at is null and parent_id is null and '*' = any(scopes)`,
      [stranger.id],
    );
    expect(rowCount).toBe(1);
  });

  it('are not made by a key that was revoked meanwhile', async () => {
    const { secret: victim } = await issued(api);
    const acts: ((own: ApiClient) => PromiseLike<{ status: number }>)[] = [
      (own) => own.post('/v0/api_keys', { name: 'After the end', scopes: ['*'] }),
      (own) => own.post(`${pathOf(victim)}/rotate`, {}),
      (own) => own.delete(pathOf(victim)),
    ];
    for (const act of acts) {
      const { secret } = await issued(api);
      const held = await HeldTransaction.ofMatter(service, 'api keys');
      await held.query(REVOKE, [uuidOfKey(secret)]);
      expect((await held.commitAheadOf(act(as(secret)))).status).toBe(401);
    }
    await as(victim).get('/v0/me').expect(200);
  });
});

it('children of a key are made one after the other, so that no two count themselves apart', async () => {
  const { secret } = await issued(api);
  const held = await HeldTransaction.ofMatter(service, `children of ${uuidOfKey(secret)}`);
  await held.query(
    `insert into api_key (tenant_id, id, origin, hash, scopes, created_at, parent_id, parent_hash, expires_at)
     select tenant_id, gen_random_uuid(), 'api', sha256(n::text::bytea || hash), scopes, now(), id, hash, now() + interval '1 hour'
     from api_key, generate_series(1, 1000) n where id = $1`,
    [uuidOfKey(secret)],
  );
  const { status, body } = await held.commitAheadOf(as(secret).post('/v0/me/keys', { name: 'One more' }));
  expect([status, body.code]).toEqual([409, 'too_many_child_keys']);
});

describe('a key', () => {
  it('is not rotated after it was revoked, also on the command line, which takes no lock of the tenant', async () => {
    const { secret } = await issued(api);
    const held = await HeldTransaction.begin(service, REVOKE, [uuidOfKey(secret)]);
    const { status, body } = await held.commitAheadOf(api.post(`${pathOf(secret)}/rotate`, {}));
    expect([status, body.code]).toEqual([409, 'key_ended']);
  });

  it('that is rotated and revoked at once is revoked, with all its secrets', async () => {
    const { secret } = await issued(api);
    const [rotated, revoked] = await Promise.all([
      api.post(`${pathOf(secret)}/rotate`, {}).then((answer) => answer),
      api.delete(pathOf(secret)).then((answer) => answer),
    ]);
    expect(revoked.status).toBe(200);
    expect([200, 409]).toContain(rotated.status);
    const { rows } = await service.pool.query('select revoked_at from api_key where id = $1', [
      uuidOfKey(secret),
    ]);
    expect(rows[0].revoked_at).not.toBeNull();
    if (rotated.status === 200) await as(rotated.body.secret).get('/v0/me').expect(401);
  });

  it('that is rotated while a child is made leaves no child', async () => {
    const { secret } = await issued(api);
    const held = await HeldTransaction.begin(
      service,
      `update api_key set previous_hash = hash, previous_until = now() + interval '1 hour',
         hash = sha256(hash) where id = $1`,
      [uuidOfKey(secret)],
    );
    // It has read its parent before the rotation is committed.
    const { secret: child } = await childOf(service, secret);
    await as(child).get('/v0/me').expect(200);
    await held.commit();
    await service.pool.query('select');
    const { body } = await api.get(pathOf(child)).expect(200);
    expect(body.state).toBe('revoked');
  });
});

describe('another process', () => {
  let app: NestExpressApplication;
  let there: (key: string) => ApiClient;

  beforeAll(async () => {
    const settings = readSettings({
      ROLE: 'api',
      PORT: '0',
      DATA_DIR: service.dataDir,
      DATABASE_WAIT_MS: '30000',
    });
    app = await createApp(AppModule, settings, service.urls, pino({ level: 'silent' }));
    await app.init();
    const url = await listen(app.getHttpServer(), 0, settings.HOST);
    there = (key) => apiClient(url, key);
  });
  afterAll(async () => {
    await closeServer(app.getHttpServer(), 1000);
    await app.close();
  });

  /** Asks the other process all the time; returns the latest start of a request that was still answered as before. */
  async function lastedUntil(key: string, path: string, change: () => PromiseLike<unknown>) {
    let [changedAt, last] = [0, 0];
    const changed = Promise.resolve(there(key).get(path).expect(200))
      .then(change)
      .then(() => (changedAt = performance.now()));
    for (let answered = 200; changedAt === 0 || answered === 200;) {
      const startedAt = performance.now();
      answered = (await there(key).get(path)).status;
      if (answered === 200) last = startedAt;
    }
    await changed;
    return last - changedAt;
  }

  it.each([
    ['revoked', '/v0/topics', (path: string) => api.delete(path).expect(200)],
    ['narrowed', '/v0/topics', (path: string) => api.patch(path, { scopes: ['persons:read'] }).expect(200)],
    ['rotated', '/v0/topics', (path: string) => api.post(`${path}/rotate`, { overlapHours: 0 }).expect(200)],
  ])('refuses a key that was %s, within a second', async (_, path, change) => {
    const { secret } = await issued(api, { scopes: ['topics:read'] });
    expect(await lastedUntil(secret, path, () => change(pathOf(secret)))).toBeLessThan(1000);
  });

  it('refuses the child of a revoked key, within a second', async () => {
    const { secret } = await issued(api);
    const { secret: child } = await childOf(service, secret);
    expect(await lastedUntil(child, '/v0/topics', () => api.delete(pathOf(secret)).expect(200))).toBeLessThan(
      1000,
    );
  });
});
