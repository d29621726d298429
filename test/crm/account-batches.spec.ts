import type { AccountLogView } from '../../src/modules/crm/dto/account-logs.dto.js';
import type { AccountSummaryView, AccountView } from '../../src/modules/crm/dto/accounts.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { newUuid, uuidOf, wireId } from '../../src/shared/kernel/ids.js';
import { resultsOf, statusesOf } from '../support/api/batches.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';

const { service, api, strangerApi } = useTestService();

let count = 0;
const newDomain = () => `account-batch-${++count}.example`;
const typesOf = ({ accountId }: { accountId: string }) => recordedTypes(service, { accountId });
const created = async (body: object) =>
  (await api.post('/v0/accounts', body).expect(201)).body as AccountView;

describe('POST /v0/accounts/batch', () => {
  const batch = (items: object[], options: object = {}) =>
    api.post('/v0/accounts/batch', { items, ...options });
  const summaryOf = ({ latestActivityAt: _at, linkedPersons: _persons, ...summary }: AccountView) => summary;
  const read = async ({ accountId }: AccountSummaryView) =>
    summaryOf((await api.get(`/v0/accounts/${accountId}`).expect(200)).body as AccountView);

  it('makes accounts, one of each domain, and returns those that exist', async () => {
    const known = await created({ domain: newDomain(), name: 'Known' });
    const [one, two] = [newDomain(), newDomain()];
    const items = [
      { domain: one, name: 'One' },
      { domain: `https://www.${known.domain}/about`, name: 'Other' },
      { domain: two },
      { domain: one, name: 'Twice' },
    ];
    const results = resultsOf<AccountSummaryView>(await batch(items).expect(200));
    expect(results.map(({ status }) => status)).toEqual([201, 200, 201, 200]);
    const [first, existing, second, again] = results.map(({ record }) => record!);
    expect([first, second]).toMatchObject([
      { domain: one, name: 'One' },
      { domain: two, name: null },
    ]);
    expect([existing, again]).toEqual([summaryOf(known), first]);
    for (const account of [first!, second!]) {
      expect(await read(account)).toEqual(account);
      expect(await typesOf(account)).toEqual(['account.created']);
    }
  });

  it('refuses domains that have an account with `error`', async () => {
    const { domain } = await created({ domain: newDomain() });
    const free = newDomain();
    const items = [{ domain: free }, { domain }, { domain: free }];
    const { body } = await batch(items, { onConflict: 'error' }).expect(409);
    expect(body).toMatchObject({
      code: 'account_exists',
      errors: [{ pointer: '/items/1' }, { pointer: '/items/2' }],
    });
    const answer = await batch(items, { onConflict: 'error', mode: 'each' }).expect(200);
    expect(statusesOf(answer)).toEqual([201, 409, 409]);
  });

  it('gives accounts the names of the items with `update`, and leaves them without a name', async () => {
    const known = await created({ domain: newDomain(), name: 'Former' });
    const unnamed = await created({ domain: newDomain(), name: 'Stays' });
    const fresh = newDomain();
    const items = [
      { domain: known.domain, name: 'Present' },
      { domain: unnamed.domain, name: null },
      { domain: fresh },
      { domain: fresh, name: 'Named later' },
    ];
    const answer = await batch(items, { onConflict: 'update' }).expect(200);
    expect(statusesOf(answer)).toEqual([200, 200, 201, 200]);
    const [renamed, same, , later] = resultsOf<AccountSummaryView>(answer).map(({ record }) => record!);
    expect([renamed!.name, same, later!.name]).toEqual(['Present', summaryOf(unnamed), 'Named later']);
    expect(await read(renamed!)).toEqual(renamed);
    expect(await read(later!)).toEqual(later);
    expect(await typesOf(renamed!)).toEqual(['account.created', 'account.updated']);
    expect(await typesOf(later!)).toEqual(['account.created', 'account.updated']);
    expect(await typesOf(same!)).toEqual(['account.created']);
    const { body } = await api.get(`/v0/accounts?query=${encodeURIComponent(fresh)}`).expect(200);
    expect(body.items).toMatchObject([{ name: 'Named later' }]);
  });

  it('waits for another batch with the same accounts in opposite order', async () => {
    const known = [await created({ domain: newDomain() }), await created({ domain: newDomain() })];
    const items = [...known.map(({ domain }) => domain), newDomain(), newDomain()].map((domain) => ({
      domain,
      name: 'Both',
    }));
    const held = await HeldTransaction.begin(service, 'select from account where id = $1 for update', [
      uuidOf('account', known[0]!.accountId),
    ]);
    const first = await held.holdsUp(batch(items, { onConflict: 'update' }));
    const second = await held.holdsUp(batch(items.toReversed(), { onConflict: 'update' }), 2);
    await held.commit();
    expect(statusesOf(await first.result)).toEqual([200, 200, 201, 201]);
    expect(statusesOf(await second.result)).toEqual([200, 200, 200, 200]);
  });

  it.each(['in their order', 'in opposite order'])(
    'stores new accounts one after the other, by domain, when they are sent %s',
    async (sent) => {
      const [before, after] = [newDomain(), newDomain()].sort();
      const items = [{ domain: before }, { domain: after }];
      const insert = `
        insert into account (tenant_id, id, domain, search_text, created_at, updated_at)
        values ($1, gen_random_uuid(), $2, $2, now(), now())`;
      const held = await HeldTransaction.begin(service, insert, [service.home.id, before]);
      const waiting = await held.holdsUp(batch(sent === 'in their order' ? items : items.toReversed()));
      // Nobody waits for the one that comes after: it is not stored yet.
      await held.query(`set local lock_timeout = '500ms'`);
      await held.query(insert, [service.home.id, after]);
      await held.rollback();
      expect(statusesOf(await waiting.result)).toEqual([201, 201]);
    },
  );

  it('makes accounts of its own tenant', async () => {
    const { domain } = await created({ domain: newDomain() });
    const answer = await strangerApi.post('/v0/accounts/batch', { items: [{ domain }] }).expect(200);
    expect(statusesOf(answer)).toEqual([201]);
  });
});

describe('POST /v0/account_logs/batch', () => {
  const batch = (items: object[], options: object = {}) =>
    api.post('/v0/account_logs/batch', { items, ...options });
  const read = async ({ accountId, accountLogId }: AccountLogView) =>
    (await api.get(`/v0/accounts/${accountId}/logs/${accountLogId}`).expect(200)).body as AccountLogView;

  it('adds entries to accounts by id and by domain, and makes missing accounts', async () => {
    const { accountId, domain } = await created({ domain: newDomain() });
    const fresh = newDomain();
    const items = [
      { accountId, source: 'a', payload: { z: 1, a: [{ '10': 'x', '9': null }] } },
      { domain, source: 'b', type: 'told' },
      { domain: fresh, source: 'c' },
      { domain: fresh, source: 'd' },
    ];
    const answer = await batch(items).expect(200);
    expect(statusesOf(answer)).toEqual([201, 201, 201, 201]);
    const logs = resultsOf<AccountLogView>(answer).map(({ record }) => record!);
    expect(logs).toMatchObject(items.map(({ source }) => ({ source })));
    expect(logs[0]).toMatchObject({ accountId, type: 'webhook' });
    expect(logs[1]).toMatchObject({ accountId, type: 'told' });
    expect(logs[2]!.accountId).toBe(logs[3]!.accountId);
    for (const log of logs) expect(JSON.stringify(await read(log))).toBe(JSON.stringify(log));
    expect(await typesOf(logs[2]!)).toEqual([
      'account.created',
      'account.log.created',
      'account.log.created',
    ]);
  });

  it('returns the entry that has the key of an item', async () => {
    const { accountId } = await created({ domain: newDomain() });
    const other = await created({ domain: newDomain() });
    const entry = { accountId, source: 's', idempotencyKey: 'known' };
    const { body: known } = await api.post('/v0/account_logs', entry).expect(201);
    const items = [
      { ...entry, source: 'other' },
      { ...entry, accountId: other.accountId },
      { accountId, source: 's', idempotencyKey: 'new' },
      { accountId, source: 'again', idempotencyKey: 'new' },
    ];
    const answer = await batch(items).expect(200);
    expect(statusesOf(answer)).toEqual([200, 201, 201, 200]);
    const [first, , third, fourth] = resultsOf<AccountLogView>(answer).map(({ record }) => record);
    expect([first, fourth]).toEqual([known, third]);
    expect(await typesOf({ accountId })).toEqual([
      ...['account.created', 'account.log.created', 'account.log.created'],
    ]);
  });

  it('refuses items about unknown accounts, or about none', async () => {
    const { accountId } = await created({ domain: newDomain() });
    const theirs = (await strangerApi.post('/v0/accounts', { domain: newDomain() }).expect(201)).body;
    const items = [
      { accountId, source: 's' },
      { accountId: wireId('account', newUuid()), source: 's' },
      { accountId: (theirs as AccountView).accountId, source: 's' },
      { accountId: exampleId('person'), source: 's' },
      { accountId: '', source: 's' },
      { source: 's' },
    ];
    const { body } = await batch(items.slice(0, 5)).expect(422);
    expect(body.errors).toMatchObject(
      [1, 2, 3, 4].map((at) => ({ pointer: `/items/${at}/accountId`, code: 'unknown_account' })),
    );
    expect((await api.get(`/v0/accounts/${accountId}/logs`).expect(200)).body.items).toEqual([]);
    const answer = await batch(items, { mode: 'each' }).expect(200);
    expect(statusesOf(answer)).toEqual([201, 422, 422, 422, 422, 400]);
    expect(resultsOf(answer)[5]!.problem!.errors).toMatchObject([
      { pointer: '/items/5/accountId', code: 'required' },
    ]);
  });

  it('waits for an entry with the same key, and returns it', async () => {
    const { accountId } = await created({ domain: newDomain() });
    const held = await HeldTransaction.begin(
      service,
      `insert into account_log (tenant_id, id, account_id, source, type, payload, idempotency_key, created_at)
       values ($1, gen_random_uuid(), $2, 'theirs', 'x', '{}', 'key', now())`,
      [service.home.id, uuidOf('account', accountId)],
    );
    const sent = batch([{ accountId, source: 'mine', idempotencyKey: 'key' }]).expect(200);
    const [result] = resultsOf<AccountLogView>(await held.commitAheadOf(sent));
    expect(result).toMatchObject({ status: 200, record: { source: 'theirs' } });
  });

  it('waits for another batch with the same keys in opposite order', async () => {
    const accounts = [await created({ domain: newDomain() }), await created({ domain: newDomain() })];
    const domains = [newDomain(), newDomain()];
    const items = [
      ...accounts.map(({ accountId }) => ({ accountId, source: 's', idempotencyKey: 'both' })),
      ...domains.map((domain) => ({ domain, source: 's', idempotencyKey: 'both' })),
    ];
    const held = await HeldTransaction.begin(service, 'select from account where id = $1 for update', [
      uuidOf('account', accounts[1]!.accountId),
    ]);
    const first = await held.holdsUp(batch(items));
    const second = await held.holdsUp(batch(items.toReversed()), 2);
    await held.commit();
    expect(statusesOf(await first.result)).toEqual([201, 201, 201, 201]);
    expect(statusesOf(await second.result)).toEqual([200, 200, 200, 200]);
  });
});
