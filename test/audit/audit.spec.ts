import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { KeyStore } from '../../src/shared/auth/keys/key-store.js';
import { TenantStore } from '../../src/shared/auth/tenant-store.js';
import { actorNamed } from '../../src/shared/kernel/actor.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { walk } from '../support/api/walk.js';

const { service, api, strangerApi } = useTestService();

interface Entry {
  operation: string;
  recordId: string | null;
  parentRecordId: string | null;
  actor: { type: string; id: string; name: string | null; network: string | null; requestId: string | null };
  changedFields: string[];
  values: { field: string; before: unknown; after: unknown }[];
}

async function entries(query: string, client = api): Promise<Entry[]> {
  return (await client.get(`/v0/audit_log?${query}`).expect(200)).body.items;
}

async function newTopic(title = 'Prices'): Promise<string> {
  return (await api.post('/v0/topics', { title }).expect(201)).body.topicId;
}

const keyId = (key: string) => `key_${key.split('_')[1]}`;

describe('an audit entry', () => {
  it('says who made a change, and which fields it changed', async () => {
    const topicId = await newTopic();
    const { headers } = await api
      .patch(`/v0/topics/${topicId}`, { title: 'Costs', sortOrder: 7 })
      .expect(200);
    const [updated, created] = await entries(`recordId=${topicId}`);
    expect(updated).toEqual({
      auditEntryId: expect.stringMatching(/^audit_/),
      occurredAt: expect.stringMatching(/^\+\d{13}$/),
      operation: 'topic.updated',
      recordId: topicId,
      parentRecordId: null,
      actor: {
        type: 'api_key',
        id: keyId(service.home.key),
        name: null,
        network: '127.0.0.0/24',
        requestId: headers['x-request-id'],
      },
      changedFields: ['title', 'sortOrder'],
      values: [{ field: 'sortOrder', before: expect.any(Number), after: 7 }],
    });
    expect(created).toMatchObject({
      operation: 'topic.created',
      changedFields: ['title', 'sortOrder', 'isDefault'],
    });
  });

  it('names the record that the changed one belongs to', async () => {
    const topicId = await newTopic();
    const given = { content: { type: 'text', content: 'From 5 euros' } };
    const { body } = await api.post(`/v0/topics/${topicId}/entries`, given).expect(201);
    const [entry] = await entries(`parentRecordId=${topicId}`);
    expect(entry).toMatchObject({ operation: 'topic.entry.created', recordId: body.topicEntryId });
    expect(entry!.changedFields).toEqual(expect.arrayContaining(['contentType', 'contentText', 'sortOrder']));
  });

  it('is left by each record of a batch', async () => {
    const items = ['One', 'Two'].map((name) => ({ name, email: `${name}@batch.example` }));
    const { body } = await api.post('/v0/persons/batch', { items }).expect(200);
    const again = items.map((item) => ({ ...item, name: `${item.name} again` }));
    await api.post('/v0/persons/batch', { items: again, onConflict: 'update' }).expect(200);
    for (const { record } of body.results) {
      const [updated, created] = await entries(`recordId=${record.personId}`);
      expect(updated).toMatchObject({ operation: 'person.updated', changedFields: ['name'] });
      expect(created!.changedFields).toEqual(expect.arrayContaining(['name', 'email', 'domain']));
    }
  });

  it('shows no personal values and no ids of other records', async () => {
    const given = { name: 'Ada Lovelace', email: 'ada@engines.example', phoneNumber: '+4412345678' };
    const { personId } = (await api.post('/v0/persons', given).expect(201)).body;
    await api.patch(`/v0/persons/${personId}`, { name: 'Ada King' }).expect(200);
    const [updated, created] = await entries(`recordId=${personId}`);
    expect(created).toMatchObject({ operation: 'person.created', values: [] });
    expect(created!.changedFields).toEqual(
      expect.arrayContaining(['name', 'email', 'domain', 'phoneNumber']),
    );
    expect(updated).toMatchObject({ operation: 'person.updated', changedFields: ['name'], values: [] });
  });
});

describe('the audit log', () => {
  const count = async () => (await service.pool.query('select from audit_entry')).rowCount;

  it('has no entry of a call that was refused, repeated or changed nothing', async () => {
    const topicId = await newTopic();
    const create = () =>
      api.post('/v0/persons', { name: 'Once', email: 'once@engines.example' }).set('idempotency-key', 'once');
    await create().expect(201);
    const before = await count();
    await create().expect(201);
    await api.post('/v0/persons', { name: 'Twice', email: 'once@engines.example' }).expect(409);
    await api.post('/v0/topics', { title: '' }).expect(400);
    await api.patch(`/v0/topics/${topicId}`, { title: 'Costs' }).set('if-match', '"other"').expect(412);
    await api.post('/v0/persons/upsert', { email: 'once@engines.example', name: 'Once' }).expect(200);
    expect(await count()).toBe(before);
  });

  it('is filtered by actor, operation, record and time, and has cursors', async () => {
    const topicId = await newTopic();
    const key = await service.keyWith(['topics:write', 'topics:read']);
    const other = await fetch(`${service.url}/v0/topics/${topicId}`, {
      method: 'PATCH',
      headers: { 'x-api-key': key, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ title: 'By another key' }),
    });
    expect(other.status).toBe(200);
    const [entry, ...others] = await entries(`actor=${keyId(key)}`);
    expect([entry!.operation, others]).toEqual(['topic.updated', []]);
    const updates = await entries('operation=topic.updated&limit=100');
    expect(updates.map(({ recordId }) => recordId)).toContain(topicId);
    expect(new Set(updates.map(({ operation }) => operation))).toEqual(new Set(['topic.updated']));
    const { occurredAt } = (await entries(`recordId=${topicId}`))[0] as unknown as { occurredAt: string };
    const at = encodeURIComponent(occurredAt);
    expect(await entries(`recordId=${topicId}&from=${at}`)).toHaveLength(1);
    expect(await entries(`recordId=${topicId}&to=${at}`)).toHaveLength(1);
    const pages = await walk<Entry>(api, `/v0/audit_log?recordId=${topicId}&limit=1`);
    expect(pages.flatMap(({ items }) => items).map(({ operation }) => operation)).toEqual([
      'topic.updated',
      'topic.created',
    ]);
  });

  it('needs its scope, and shows nothing of another tenant', async () => {
    const topicId = await newTopic();
    expect(await entries(`recordId=${topicId}`, strangerApi)).toEqual([]);
    const key = await service.keyWith(['events:read']);
    const { status } = await fetch(`${service.url}/v0/audit_log`, { headers: { 'x-api-key': key } });
    expect(status).toBe(403);
  });

  it('shows what a key may do, and never a secret', async () => {
    const given = { name: 'Sync', scopes: ['topics:read'] };
    const { apiKeyId, secret } = (await api.post('/v0/api_keys', given).expect(201)).body;
    await api.patch(`/v0/api_keys/${apiKeyId}`, { scopes: ['pages:read'] }).expect(200);
    const rotated = (await api.post(`/v0/api_keys/${apiKeyId}/rotate`, {}).expect(200)).body;
    const hook = { url: 'https://hooks.example/?token=in-the-url', events: ['topic.created'] };
    const subscription = (await api.post('/v0/webhook_subscriptions', hook).expect(201)).body;
    const [rotation, change] = await entries(`recordId=${apiKeyId}`);
    expect(change!.values).toEqual([{ field: 'scopes', before: ['topics:read'], after: ['pages:read'] }]);
    expect(rotation).toMatchObject({ operation: 'api_key.rotated', changedFields: ['previousUntil'] });
    const { rows } = await service.pool.query<{ text: string }>('select a::text as text from audit_entry a');
    const log = rows.map(({ text }) => text).join();
    for (const each of [secret, rotated.secret, subscription.secret, 'in-the-url'])
      expect([typeof each, log.includes(each)]).toEqual(['string', false]);
  });

  it('has what the operator does on the command line', async () => {
    const { app } = service;
    const command = { actor: () => actorNamed('command', 'key create') };
    await inContext(command, async () => {
      const tenantId = (await app.get(TenantStore).create('Audited'))!;
      const key = await app.get(KeyStore).generate({ tenantId, origin: 'cli', scopes: ['audit:read'] });
      const twice = await app.get(TenantStore).create('Audited');
      const { body } = await fetchLog(key);
      const seen = body.items.map(({ operation, actor }) => [operation, actor.type, actor.id]);
      expect([twice, seen]).toEqual([
        undefined,
        [
          ['api_key.created', 'command', 'key create'],
          ['tenant.created', 'command', 'key create'],
        ],
      ]);
      const id = (await app.get(KeyStore).list()).find((each) => each.tenantId === tenantId)!.id;
      for (const expected of [true, true]) expect(await app.get(KeyStore).revoke(id)).toBe(expected);
      const { rows } = await service.pool.query(
        `select operation from audit_entry where tenant_id = $1 and operation = 'api_key.revoked'`,
        [tenantId],
      );
      expect(rows).toHaveLength(1);
    });
  });

  it('has the revocation of a key once, if another process revokes it at the same time', async () => {
    const keys = service.app.get(KeyStore);
    const tenantId = service.home.id;
    const secret = await keys.generate({ tenantId, origin: 'cli', scopes: ['topics:read'] });
    const id = uuidOf('key', keyId(secret))!;
    const revoked = 'update api_key set revoked_at = now() where id = $1';
    const held = await HeldTransaction.begin(service, revoked, [id]);
    expect(await held.commitAheadOf(keys.revoke(id))).toBe(true);
    expect(await entries(`recordId=${keyId(secret)}&operation=api_key.revoked`)).toEqual([]);
  });

  async function fetchLog(key: string) {
    const answer = await fetch(`${service.url}/v0/audit_log`, { headers: { 'x-api-key': key } });
    return { body: (await answer.json()) as { items: Entry[] } };
  }
});
