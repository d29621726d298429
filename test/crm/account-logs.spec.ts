import type { AccountLogView } from '../../src/modules/crm/dto/account-logs.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { atOnce, MANY_CONNECTIONS } from '../support/api/at-once.js';
import { recordedEvents } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { WIRE_TIME, unknownId } from '../support/api/wire-values.js';
import { titled } from '../support/titled.js';

const ACCOUNT = exampleId('account');

const { service, api, strangerApi } = useTestService(MANY_CONNECTIONS);

async function log(body: object): Promise<AccountLogView> {
  return (await api.post('/v0/account_logs', { source: 'test', ...body }).expect(201)).body as AccountLogView;
}

async function latest(accountId: string): Promise<string | null> {
  return (await api.get(`/v0/accounts/${accountId}`).expect(200)).body.latestActivityAt as string | null;
}

const pathOf = ({ accountId, accountLogId }: AccountLogView) =>
  `/v0/accounts/${accountId}/logs/${accountLogId}`;

describe('POST /v0/account_logs', () => {
  it('makes an entry and answers it whole', async () => {
    const payload = { z: 1, a: [{ nested: 'ü' }], '10': null, n: -0.5e-7 };
    const { body, headers } = await api
      .post('/v0/account_logs', {
        ...{ accountId: ACCOUNT, source: 'web-site', type: 'visit-2', payload, idempotencyKey: 'whole' },
      })
      .expect(201);
    expect(body).toEqual({
      accountLogId: expect.stringMatching(/^accountlog_[0-9a-z]{26}$/),
      accountId: ACCOUNT,
      source: 'web-site',
      type: 'visit-2',
      payload,
      idempotencyKey: 'whole',
      createdAt: expect.stringMatching(WIRE_TIME),
      updatedAt: null,
      deletedAt: null,
    });
    const read = await api.get(pathOf(body)).expect(200);
    expect([read.text, read.headers.etag]).toEqual([JSON.stringify(body), headers.etag]);
  });

  it('needs no more than a source and an account', async () => {
    expect(await log({ accountId: ACCOUNT })).toMatchObject({
      type: 'webhook',
      payload: {},
      idempotencyKey: null,
    });
  });

  it('makes the account of a domain if it is missing', async () => {
    const first = await log({ domain: 'https://logged.example/x' });
    const second = await log({ domain: 'Logged.example' });
    expect(second.accountId).toBe(first.accountId);
    const { body } = await api.get(`/v0/accounts/${first.accountId}`).expect(200);
    expect(body).toMatchObject({ domain: 'logged.example', latestActivityAt: second.createdAt });
  });

  it('lets accountId go before domain', async () => {
    expect((await log({ accountId: ACCOUNT, domain: 'ignored.example' })).accountId).toBe(ACCOUNT);
    expect((await api.get('/v0/accounts?query=ignored.example')).body.totalCount).toBe(0);
  });

  it('answers the first entry for a repeat of its key, for good, even if it was deleted', async () => {
    const entry = { domain: 'keyed.example', idempotencyKey: 'k', source: 'test' };
    const first = await log({ ...entry, payload: { try: 1 } });
    const repeat = await api.post('/v0/account_logs', { ...entry, payload: { try: 2 } }).expect(200);
    expect(repeat.body).toEqual(first);
    const { body: deleted } = await api.delete(pathOf(first)).expect(200);
    expect((await api.post('/v0/account_logs', entry).expect(200)).body).toEqual(deleted);
    expect((await log({ ...entry, domain: 'other.example' })).accountLogId).not.toBe(first.accountLogId);
  });

  it('makes one entry under one key, of 30 requests at once', async () => {
    const entry = { domain: 'burst.example', idempotencyKey: 'once', source: 'test' };
    const answers = await atOnce(service, (index) =>
      api.post('/v0/account_logs', { ...entry, payload: { index } }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(29).fill(200), 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it.each([unknownId('account'), 'account_x', 'x', exampleId('person')])(
    'answers 422 for the account %s',
    async (accountId) => {
      const { body } = await api.post('/v0/account_logs', { accountId, source: 'test' }).expect(422);
      expect(body.errors).toEqual([
        expect.objectContaining({ pointer: '/accountId', code: 'unknown_account' }),
      ]);
    },
  );

  it('answers 422 for an account of another tenant', async () => {
    await strangerApi.post('/v0/account_logs', { accountId: ACCOUNT, source: 'test' }).expect(422);
  });

  it.each(
    titled([
      [{ source: 'test' }, '/accountId', 'required'],
      [{ accountId: ACCOUNT }, '/source', 'required'],
      [{ accountId: null, source: 'test' }, '/accountId', 'wrong_type'],
      [{ domain: 'x y', source: 'test' }, '/domain', 'wrong_domain'],
      [{ accountId: ACCOUNT, source: 'Test' }, '/source', 'wrong_pattern'],
      [{ accountId: ACCOUNT, source: 'a--b' }, '/source', 'wrong_pattern'],
      [{ accountId: ACCOUNT, source: 'a'.repeat(101) }, '/source', 'too_long'],
      [{ accountId: ACCOUNT, source: 'test', type: '-a' }, '/type', 'wrong_pattern'],
      [{ accountId: ACCOUNT, source: 'test', type: 'a'.repeat(101) }, '/type', 'too_long'],
      [{ accountId: ACCOUNT, source: 'test', type: null }, '/type', 'wrong_type'],
      [{ accountId: ACCOUNT, source: 'test', payload: [] }, '/payload', 'wrong_type'],
      [{ accountId: ACCOUNT, source: 'test', payload: null }, '/payload', 'wrong_type'],
      [{ accountId: ACCOUNT, source: 'test', payload: { a: '\0' } }, '/payload/a', 'nul_character'],
      [{ accountId: ACCOUNT, source: 'test', idempotencyKey: '' }, '/idempotencyKey', 'too_short'],
      [
        { accountId: ACCOUNT, source: 'test', idempotencyKey: 'x'.repeat(256) },
        '/idempotencyKey',
        'too_long',
      ],
    ] as const),
  )('refuses %s', async (_, [entry, pointer, code]) => {
    const { body } = await api.post('/v0/account_logs', entry).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it.each(
    titled([
      { source: 'a'.repeat(100), type: 'b'.repeat(100) },
      { idempotencyKey: '界'.repeat(255) },
      { idempotencyKey: 'x' },
      { idempotencyKey: null },
      { payload: { ['k'.repeat(10_000)]: 'v'.repeat(500_000) } },
      { payload: JSON.parse('{"__proto__":{"a":1},"constructor":2}') as object },
    ]),
  )('takes %s', async (_, entry) => {
    const made = await log({ accountId: ACCOUNT, ...entry });
    expect((await api.get(pathOf(made)).expect(200)).text).toBe(JSON.stringify(made));
    expect(made).toMatchObject(entry);
  });
});

describe('a log entry of an account', () => {
  it('is not found under another account', async () => {
    const entry = await log({ domain: 'mine.example' });
    const { body } = await api.get(`/v0/accounts/${ACCOUNT}/logs/${entry.accountLogId}`).expect(404);
    expect(body.code).toBe('accountlog_not_found');
    await api.delete(`/v0/accounts/${ACCOUNT}/logs/${entry.accountLogId}`).expect(404);
  });

  it('is gone from lists once deleted, and stays readable by its id', async () => {
    const kept = await log({ domain: 'deleting.example' });
    const entry = await log({ domain: 'deleting.example' });
    const { body } = await api.delete(pathOf(entry)).expect(200);
    expect(body).toEqual({
      ...entry,
      updatedAt: body.deletedAt,
      deletedAt: expect.stringMatching(WIRE_TIME),
    });
    expect((await api.get(pathOf(entry)).expect(200)).body).toEqual(body);
    expect((await api.delete(pathOf(entry)).expect(200)).body).toEqual(body);
    const list = await api.get(`/v0/accounts/${entry.accountId}/logs`).expect(200);
    expect(list.body).toMatchObject({ items: [kept], totalCount: 1 });
  });

  it('is deleted once, of 30 requests at once', async () => {
    const entry = await log({ domain: 'deleting.example' });
    const answers = await atOnce(service, () => api.delete(pathOf(entry)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { accountLogId } = entry;
    expect(await recordedEvents(service, { type: 'account.log.deleted', accountLogId })).toHaveLength(1);
  });

  it('is what latestActivityAt follows, until it is deleted', async () => {
    const { body: account } = await api.post('/v0/accounts', { domain: 'active.example' }).expect(201);
    const { accountId } = account as { accountId: string };
    expect(await latest(accountId)).toBeNull();
    const first = await log({ accountId });
    const second = await log({ accountId });
    expect(await latest(accountId)).toBe(second.createdAt);
    await api.delete(pathOf(second)).expect(200);
    expect(await latest(accountId)).toBe(first.createdAt);
    await api.delete(pathOf(first)).expect(200);
    expect(await latest(accountId)).toBeNull();
  });
});

describe('GET /v0/accounts/{account_id}/logs', () => {
  let path: string;
  let made: AccountLogView[];

  beforeAll(async () => {
    made = [];
    for (const [source, type] of [
      ['crm', 'note'],
      ['crm', 'call'],
      ['web', 'note'],
      ['web', 'call'],
    ] as const)
      made.unshift(await log({ domain: 'listed.example', source, type }));
    path = `/v0/accounts/${made[0]!.accountId}/logs`;
  });

  it.each([
    ['', [0, 1, 2, 3]],
    ['?source=crm', [2, 3]],
    ['?type=note', [1, 3]],
    ['?source=web&type=note', [1]],
    ['?source=other', []],
  ])('%s answers newest first', async (query, places) => {
    const { body } = await api.get(path + query).expect(200);
    expect(body.items).toEqual(places.map((place) => made[place]));
    expect(body.totalCount).toBe(places.length);
  });

  it('is walked in pages, whose cursors are for their account and filter alone', async () => {
    const { body: first } = await api.get(`${path}?limit=3`).expect(200);
    const { body: second } = await api.get(`${path}?limit=3&cursor=${first.nextCursor}`).expect(200);
    expect([...first.items, ...second.items]).toEqual(made);
    await api.get(`${path}?limit=3&source=crm&cursor=${first.nextCursor}`).expect(400);
    await api.get(`/v0/accounts/${ACCOUNT}/logs?cursor=${first.nextCursor}`).expect(400);
  });

  it.each(['?source=', '?source=A', '?type=a_b', `?type=${'a'.repeat(101)}`, '?kind=x'])(
    'refuses %s',
    async (query) => {
      await api.get(path + query).expect(400);
    },
  );

  it('answers 404 for an unknown account', async () => {
    const { body } = await api.get(`/v0/accounts/${unknownId('account')}/logs`).expect(404);
    expect(body.code).toBe('account_not_found');
  });
});
