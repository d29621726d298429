import type { AccountView } from '../../src/modules/crm/dto/accounts.dto.js';
import { newUuid, uuidOf, wireId } from '../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { recordedEvents } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService();

let count = 0;
const newDomain = () => `locked${++count}.example`;
const create = async () =>
  (await api.post('/v0/accounts', { domain: newDomain() }).expect(201)).body as AccountView;
const uuidIn = ({ accountId }: AccountView) => uuidOf('account', accountId)!;

describe('while another process makes the account of a domain,', () => {
  let domain: string;
  let accountId: string;
  let held: HeldTransaction;

  beforeEach(async () => {
    domain = newDomain();
    const id = newUuid();
    accountId = wireId('account', id);
    held = await HeldTransaction.begin(
      service,
      `insert into account (tenant_id, id, domain, search_text, created_at, updated_at)
       values ($1, $2, $3, $3, now(), now())`,
      [service.home.id, id, domain],
    );
  });
  // Only the one who made it tells of it.
  afterEach(async () =>
    expect(await recordedEvents(service, { type: 'account.created', accountId })).toEqual([]),
  );

  it('a request to make it waits, and answers that one', async () => {
    const { body } = await held.commitAheadOf(api.post('/v0/accounts', { domain }).expect(200));
    expect(body.accountId).toBe(accountId);
  });

  it('a new person of the domain waits, and belongs to it', async () => {
    await held.commitAheadOf(api.post('/v0/persons', { name: 'Ada', domain }).expect(201));
    const { body } = await api.get(`/v0/accounts/${accountId}`).expect(200);
    expect(body.linkedPersons).toHaveLength(1);
  });

  it('a person who joins the domain waits, and belongs to it', async () => {
    const { personId } = (await api.post('/v0/persons', { name: 'Ada' }).expect(201)).body;
    await held.commitAheadOf(api.patch(`/v0/persons/${personId}`, { domain }).expect(200));
    const { body } = await api.get(`/v0/accounts/${accountId}`).expect(200);
    expect(body.linkedPersons).toHaveLength(1);
  });

  it('a log entry of the domain waits, and belongs to it', async () => {
    const { body } = await held.commitAheadOf(
      api.post('/v0/account_logs', { domain, source: 's' }).expect(201),
    );
    expect(body.accountId).toBe(accountId);
  });
});

describe('while another process changes an account, so that events come in order,', () => {
  it.each([
    [
      'a new log entry waits',
      ({ accountId }: AccountView) => api.post('/v0/account_logs', { accountId, source: 's' }),
    ],
    [
      'a repeated log entry waits',
      ({ accountId }: AccountView) =>
        api.post('/v0/account_logs', { accountId, source: 's', idempotencyKey: 'k' }),
    ],
    [
      'a repeated log entry that names its domain waits',
      ({ domain }: AccountView) => api.post('/v0/account_logs', { domain, source: 's', idempotencyKey: 'k' }),
    ],
    [
      'the deletion of a log entry waits',
      async ({ accountId }: AccountView) => {
        const path = `/v0/accounts/${accountId}/logs`;
        const { body } = await api.get(path).expect(200);
        return api.delete(`${path}/${body.items[0].accountLogId}`);
      },
    ],
  ])('%s', async (_name, act) => {
    const account = await create();
    const { accountId } = account;
    await api.post('/v0/account_logs', { accountId, source: 's', idempotencyKey: 'k' }).expect(201);
    const held = await HeldTransaction.begin(service, 'select from account where id = $1 for update', [
      uuidIn(account),
    ]);
    const { status } = await held.commitAheadOf(act(account));
    expect(status).toBeLessThan(300);
  });

  it('but log entries of one account do not wait for each other', async () => {
    const account = await create();
    const share = 'select from account where id = $1 for key share';
    await HeldTransaction.begin(service, share, [uuidIn(account)]);
    await api.post('/v0/account_logs', { accountId: account.accountId, source: 's' }).expect(201);
    await api.post('/v0/account_logs', { domain: account.domain, source: 's' }).expect(201);
  });
});

describe('while another process writes a log entry under an idempotency key, one under the same key waits, and answers that one:', () => {
  const COLUMNS = 'tenant_id, id, idempotency_key, source, type, payload, created_at';
  const VALUES = `$1, $2, 'once', 's', 't', '{}', now()`;

  it('of an account', async () => {
    const account = await create();
    const id = newUuid();
    const insert = `insert into account_log (${COLUMNS}, account_id) values (${VALUES}, $3)`;
    const held = await HeldTransaction.begin(service, insert, [service.home.id, id, uuidIn(account)]);
    const body = { accountId: account.accountId, source: 's', idempotencyKey: 'once' };
    const answer = await held.commitAheadOf(api.post('/v0/account_logs', body).expect(200));
    expect(answer.body.accountLogId).toBe(wireId('accountlog', id));
  });

  it('of a person', async () => {
    const { personId } = (await api.post('/v0/persons', { name: 'Ada' }).expect(201)).body;
    const id = newUuid();
    const insert = `insert into person_log (${COLUMNS}, person_id, created_person) values (${VALUES}, $3, false)`;
    const held = await HeldTransaction.begin(service, insert, [
      service.home.id,
      id,
      uuidOf('person', personId as string),
    ]);
    const body = { personId, source: 's', idempotencyKey: 'once' };
    const answer = await held.commitAheadOf(api.post('/v0/person_logs', body).expect(200));
    expect(answer.body.personLogId).toBe(wireId('personlog', id));
  });
});
