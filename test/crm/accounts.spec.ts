import type { AccountView } from '../../src/modules/crm/dto/accounts.dto.js';
import type { PersonView } from '../../src/modules/crm/dto/persons.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { atOnce, MANY_CONNECTIONS } from '../support/api/at-once.js';
import { useTestService } from '../support/test-service.js';
import { WIRE_TIME } from '../support/api/wire-values.js';
import { titled } from '../support/titled.js';

const SAMPLE = `/v0/accounts/${exampleId('account')}`;

const { service, api, strangerApi } = useTestService(MANY_CONNECTIONS);

async function create(body: object): Promise<AccountView> {
  return (await api.post('/v0/accounts', body).expect(201)).body as AccountView;
}

async function createPerson(body: object): Promise<PersonView> {
  return (await api.post('/v0/persons', body).expect(201)).body as PersonView;
}

const read = async ({ accountId }: AccountView) =>
  (await api.get(`/v0/accounts/${accountId}`).expect(200)).body as AccountView;

describe('POST /v0/accounts', () => {
  it('makes an account and answers it whole', async () => {
    const account = await create({ domain: 'https://www.Fresh.example/', name: 'Fresh' });
    expect(account).toEqual({
      accountId: expect.stringMatching(/^account_[a-z0-9]{26}$/),
      domain: 'fresh.example',
      name: 'Fresh',
      createdAt: expect.stringMatching(WIRE_TIME),
      updatedAt: expect.stringMatching(WIRE_TIME),
      latestActivityAt: null,
      linkedPersons: [],
    });
    expect(await read(account)).toEqual(account);
  });

  it.each([{ domain: 'unnamed.example' }, { domain: 'nameless.example', name: null }])(
    'takes %j, without a name',
    async (body) => {
      expect((await create(body)).name).toBeNull();
    },
  );

  it('answers the account that stands for the domain, as it is', async () => {
    const account = await create({ domain: 'stands.example', name: 'First' });
    const again = { domain: 'WWW.Stands.example', name: 'Second' };
    expect((await api.post('/v0/accounts', again).expect(200)).body).toEqual(account);
    const theirs = await strangerApi.post('/v0/accounts', again).expect(201);
    expect(theirs.body.accountId).not.toBe(account.accountId);
  });

  it('makes one account a domain, of 30 requests at once', async () => {
    const answers = await atOnce(service, (index) =>
      api.post('/v0/accounts', { domain: 'race.example', name: `N${index}` }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(29).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it.each(
    titled([
      [{}, '/domain', 'required'],
      [{ domain: null }, '/domain', 'wrong_type'],
      [{ domain: '' }, '/domain', 'too_short'],
      [{ domain: 'a b' }, '/domain', 'wrong_domain'],
      [{ domain: 'x'.repeat(5000) }, '/domain', 'wrong_domain'],
      [{ domain: 'a.example', name: '' }, '/name', 'too_short'],
      [{ domain: 'a.example', name: 'x'.repeat(256) }, '/name', 'too_long'],
    ] as const),
  )('refuses %s', async (_, [account, pointer, code]) => {
    const { body } = await api.post('/v0/accounts', account).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });
});

describe('PATCH /v0/accounts/{account_id}', () => {
  it.each(['x', 'x'.repeat(255), '界'.repeat(255)])('gives the account a name', async (name) => {
    const before = (await api.get(SAMPLE)).body as AccountView;
    const { body } = await api.patch(SAMPLE, { name }).expect(200);
    expect(body).toEqual({ ...before, name, updatedAt: body.updatedAt });
    expect((await api.get(SAMPLE)).body).toEqual(body);
  });

  it('changes what is found by the name', async () => {
    const account = await create({ domain: 'renamed.example', name: 'Old Name' });
    await api.patch(`/v0/accounts/${account.accountId}`, { name: 'Brand New' }).expect(200);
    const count = async (query: string) =>
      (await api.get(`/v0/accounts?query=${query}`)).body.totalCount as number;
    expect([await count('old name'), await count('BRAND'), await count('renamed.ex')]).toEqual([0, 1, 1]);
  });

  it.each(
    titled([
      [{}, '/name', 'required'],
      [{ name: null }, '/name', 'wrong_type'],
      [{ name: '' }, '/name', 'too_short'],
      [{ name: 'x'.repeat(256) }, '/name', 'too_long'],
      [{ name: 'x', domain: 'other.example' }, '/domain', 'unknown_property'],
    ] as const),
  )('refuses %s', async (_, [change, pointer, code]) => {
    const { body } = await api.patch(SAMPLE, change).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it('honours If-Match, which a new person of the account outdates', async () => {
    const account = await create({ domain: 'matched.example' });
    const path = `/v0/accounts/${account.accountId}`;
    const { headers } = await api.get(path);
    await createPerson({ name: 'New', domain: 'matched.example' });
    await api.patch(path, { name: 'Late' }).set('if-match', headers.etag!).expect(412);
    const current = (await api.get(path)).headers.etag!;
    await api.patch(path, { name: 'In time' }).set('if-match', current).expect(200);
  });
});

describe("an account's persons", () => {
  it('are those of its domain that are not deleted, oldest first', async () => {
    const first = await createPerson({ name: 'First', email: 'first@linked.example' });
    const second = await createPerson({ name: 'Second', domain: 'linked.example' });
    const gone = await createPerson({ name: 'Gone', domain: 'linked.example' });
    await createPerson({ name: 'Elsewhere', domain: 'sub.linked.example' });
    await api.delete(`/v0/persons/${gone.personId}`).expect(200);
    const { body } = await api.post('/v0/accounts', { domain: 'linked.example' }).expect(200);
    expect(body.linkedPersons).toEqual([first, second]);
    expect(body.name).toBeNull();
  });

  it('are shown up to the first 100', async () => {
    const account = await create({ domain: 'large.example' });
    await service.pool.query(
      `insert into person (id, tenant_id, account_id, name, slug, domain, search_text, created_at, updated_at)
       select gen_random_uuid(), a.tenant_id, a.id, 'P', 'large-' || n, a.domain, 'p', now(), now()
       from account a, generate_series(1, 101) n where a.domain = 'large.example'`,
    );
    expect((await read(account)).linkedPersons).toHaveLength(100);
  });
});

describe('GET /v0/accounts', () => {
  beforeAll(async () => {
    for (const domain of ['l1.example', 'l2.example', 'l_3.example']) {
      await strangerApi.post('/v0/accounts', { domain, name: `50% ${domain}` }).expect(201);
    }
  });

  const page = async (query: string) => (await strangerApi.get(`/v0/accounts?${query}`).expect(200)).body;
  const domainsOf = ({ items }: { items: AccountView[] }) => items.map(({ domain }) => domain);

  it('answers all, newest first, in pages', async () => {
    const first = await page('query=50%25&limit=2');
    expect(domainsOf(first)).toEqual(['l_3.example', 'l2.example']);
    expect(first).toMatchObject({ hasMore: true, totalCount: 3 });
    expect(domainsOf(await page(`query=50%25&limit=2&cursor=${first.nextCursor}`))).toEqual(['l1.example']);
    expect(domainsOf(await page('limit=1'))).toEqual(['l_3.example']);
  });

  it.each([
    ['L2.EX', ['l2.example']],
    ['_', ['l_3.example']],
    ['nothing', []],
  ])('with the query %s has %j', async (query, domains) => {
    expect(domainsOf(await page(`query=${query}`))).toEqual(domains);
  });
});
