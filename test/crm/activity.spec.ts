import type { AccountLogView, ActivityView } from '../../src/modules/crm/dto/account-logs.dto.js';
import type { PersonLogView } from '../../src/modules/crm/dto/person-logs.dto.js';
import { atOnce, MANY_CONNECTIONS } from '../support/api/at-once.js';
import { useTestService } from '../support/test-service.js';
import { unknownId } from '../support/api/wire-values.js';

const { service, api } = useTestService(MANY_CONNECTIONS);

async function logAccount(domain: string): Promise<AccountLogView> {
  return (await api.post('/v0/account_logs', { domain, source: 'test' }).expect(201)).body as AccountLogView;
}

async function logPerson(email: string): Promise<PersonLogView> {
  return (await api.post('/v0/person_logs', { email, source: 'test' }).expect(201)).body as PersonLogView;
}

async function activity(
  domain: string,
  query = '',
): Promise<{ items: ActivityView[]; nextCursor: string | null }> {
  const { body: account } = await api.post('/v0/accounts', { domain });
  return (await api.get(`/v0/accounts/${account.accountId}/activity${query}`).expect(200)).body;
}

const idsOf = ({ items }: { items: ActivityView[] }) =>
  items.map((item) => item.accountLogId ?? item.personLogId);

describe('GET /v0/accounts/{account_id}/activity', () => {
  it('has the entries of the account and of its persons, newest first, and says which is which', async () => {
    const first = await logAccount('mixed.example');
    const second = await logPerson('a@mixed.example');
    const third = await logPerson('b@mixed.example');
    const fourth = await logAccount('mixed.example');
    await logPerson('c@elsewhere.example');
    const { items } = await activity('mixed.example');
    const ofAccount = { kind: 'account_log', personLogId: null, personId: null };
    const ofPerson = { kind: 'person_log', accountLogId: null };
    const rest = { source: 'test', type: 'webhook', payload: {} };
    expect(items).toEqual([
      { ...ofAccount, ...rest, accountLogId: fourth.accountLogId, createdAt: fourth.createdAt },
      ...[third, second].map(({ personLogId, personId, createdAt }) => ({
        ...ofPerson,
        ...rest,
        ...{ personLogId, personId, createdAt },
      })),
      { ...ofAccount, ...rest, accountLogId: first.accountLogId, createdAt: first.createdAt },
    ]);
  });

  it('is walked in pages', async () => {
    const all = await activity('mixed.example');
    const first = await activity('mixed.example', '?limit=3');
    expect(first).toMatchObject({ hasMore: true, totalCount: 4 });
    const second = await activity('mixed.example', `?limit=3&cursor=${first.nextCursor}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(idsOf(all));
  });

  it('has no deleted entries', async () => {
    const kept = await logAccount('pruned.example');
    const gone = await logAccount('pruned.example');
    await api.delete(`/v0/accounts/${gone.accountId}/logs/${gone.accountLogId}`).expect(200);
    expect(idsOf(await activity('pruned.example'))).toEqual([kept.accountLogId]);
  });

  it('follows a person who moves, is deleted and comes back', async () => {
    const { personId, personLogId } = await logPerson('mover@old.example');
    const person = `/v0/persons/${personId}`;
    const seen = async () => [idsOf(await activity('old.example')), idsOf(await activity('new.example'))];
    expect(await seen()).toEqual([[personLogId], []]);
    await api.patch(person, { domain: 'new.example' }).expect(200);
    expect(await seen()).toEqual([[], [personLogId]]);
    await api.delete(person).expect(200);
    expect(await seen()).toEqual([[], []]);
    await api.post(`${person}/restore`).expect(200);
    expect(await seen()).toEqual([[], [personLogId]]);
    await api.patch(person, { domain: null }).expect(200);
    expect(await seen()).toEqual([[], []]);
  });

  it('keeps entries where their person is, when both change at once', async () => {
    const { personId } = await logPerson('busy@start.example');
    await atOnce(service, (index) =>
      index % 3
        ? api.post('/v0/person_logs', { personId, source: 'test' }).expect(201)
        : api.patch(`/v0/persons/${personId}`, { domain: `d${index % 2}.example` }).expect(200),
    );
    const { rows } = await service.pool.query(
      `select 1 from person_log l join person p on p.id = l.person_id where l.account_id is distinct from p.account_id`,
    );
    expect(rows).toEqual([]);
  });

  it('answers 404 for an unknown account', async () => {
    const { body } = await api.get(`/v0/accounts/${unknownId('account')}/activity`).expect(404);
    expect(body.code).toBe('account_not_found');
  });
});
