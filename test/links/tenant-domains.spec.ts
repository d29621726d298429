import type { Response, Test } from 'supertest';
import type { TenantDomainView } from '../../src/modules/links/domains/tenant-domains.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { recordedEvents } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { WIRE_TIME } from '../support/api/wire-values.js';

const LIST = '/v0/tenant_domains';
const TARGET = { targetType: 'audience', audienceId: exampleId('audience') };
const PARALLEL = 30;

const { service, api, strangerApi } = useTestService();

async function create(domain: string): Promise<TenantDomainView> {
  return (await api.post(LIST, { domain }).expect(201)).body as TenantDomainView;
}

async function link(tenantDomainId: string, path = '/'): Promise<string> {
  const { body } = await api.post('/v0/page_links', { tenantDomainId, path, target: TARGET }).expect(201);
  return `/v0/page_links/${body.pageLinkId}`;
}

describe('POST /v0/tenant_domains', () => {
  it('makes a domain, in the one way in which it is kept', async () => {
    const { body } = await api.post(LIST, { domain: 'https://Bücher.Example.:8443/shop' }).expect(201);
    expect(body).toEqual({
      tenantDomainId: expect.stringMatching(/^domain_[0-9a-z]{26}$/),
      domain: 'xn--bcher-kva.example',
      isProven: false,
      provenUntil: null,
      proofRecord: {
        name: '_foyer.xn--bcher-kva.example',
        value: expect.stringMatching(/^foyer-domain=[0-9a-f]{32}$/),
      },
      checkedAt: null,
      checkFault: null,
      createdAt: expect.stringMatching(WIRE_TIME),
      updatedAt: body.createdAt,
    });
    expect((await api.get(`${LIST}/${body.tenantDomainId}`).expect(200)).body).toEqual(body);
  });

  it.each([
    [{}, 'required'],
    [{ domain: null }, 'wrong_type'],
    [{ domain: 7 }, 'wrong_type'],
    [{ domain: '' }, 'wrong_domain'],
    [{ domain: 'localhost' }, 'wrong_domain'],
    [{ domain: '10.0.0.1' }, 'wrong_domain'],
  ])('refuses %j', async (body, code) => {
    const answer = await api.post(LIST, body).expect(400);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: '/domain', code })]);
  });

  it('takes a domain once from each tenant, and does not tell who else has it', async () => {
    const ours = await create('one.example');
    const { body } = await api.post(LIST, { domain: 'ONE.example.' }).expect(409);
    expect(body.code).toBe('domain_taken');
    const { body: theirs } = await strangerApi.post(LIST, { domain: 'one.example' }).expect(201);
    expect(theirs).toMatchObject({ domain: ours.domain, isProven: false, checkFault: null });
    expect(theirs.tenantDomainId).not.toBe(ours.tenantDomainId);
  });

  it('takes it once from each also when many ask at once', async () => {
    const tenants = [service.home, service.stranger];
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, (_, index) =>
        tenants[index % 2]!.api.post(LIST, { domain: 'contested.example' }),
      ),
    );
    const outcomes = answers.map(({ status, body }) => (status === 201 ? 'made' : body.code));
    const expected = [...Array<string>(PARALLEL / 2 - 1).fill('domain_taken'), 'made'];
    for (const turn of [0, 1])
      expect(outcomes.filter((_, index) => index % 2 === turn).sort()).toEqual(expected);
  });
});

it('a tenant can claim a hundred domains that are not proven, and more once some are', async () => {
  const { rows } = await service.pool.query<{ missing: number }>(
    'select 100 - count(*)::int as missing from tenant_domain where tenant_id = $1 and not is_proven',
    [service.stranger.id],
  );
  for (let made = 0; made < rows[0]!.missing; made++)
    await strangerApi.post(LIST, { domain: `claim-${made}.example` }).expect(201);
  const more = () => strangerApi.post(LIST, { domain: 'one-more.example' });
  expect((await more().expect(409)).body.code).toBe('too_many_domains');
  await service.pool.query(`update tenant_domain set is_proven = true where domain = 'claim-0.example'`);
  await more().expect(201);
});

describe('GET /v0/tenant_domains', () => {
  it('answers the domains of the tenant, newest first, page by page', async () => {
    const older = await create('older.example');
    const newer = await create('newer.example');
    const first = (await api.get(`${LIST}?limit=1`).expect(200)).body;
    expect(first).toMatchObject({ items: [newer], hasMore: true });
    const second = (await api.get(`${LIST}?limit=1&cursor=${first.nextCursor}`).expect(200)).body;
    expect(second).toMatchObject({ items: [older], totalCount: first.totalCount });
  });
});

describe('DELETE /v0/tenant_domains/{tenant_domain_id}', () => {
  it('answers the domain as it was; then it is gone, and can be claimed anew', async () => {
    const domain = await create('short-lived.example');
    const path = `${LIST}/${domain.tenantDomainId}`;
    expect((await api.delete(path).expect(200)).body).toEqual(domain);
    expect((await api.delete(path).expect(404)).body.code).toBe('domain_not_found');
    await api.get(path).expect(404);
    const anew = await create(domain.domain);
    expect(anew.proofRecord.value).not.toBe(domain.proofRecord.value);
  });

  it('waits until no link stands on it', async () => {
    const { tenantDomainId } = await create('in-use.example');
    const standing = await link(tenantDomainId);
    expect((await api.delete(`${LIST}/${tenantDomainId}`).expect(409)).body.code).toBe('domain_in_use');
    await api.delete(standing).expect(200);
    await api.delete(`${LIST}/${tenantDomainId}`).expect(200);
  });

  it('lets no link onto a domain that is being deleted', async () => {
    const { tenantDomainId } = await create('leaving.example');
    const { status, body } = await meanwhile(
      [`delete from tenant_domain where domain = 'leaving.example'`],
      () => api.post('/v0/page_links', { tenantDomainId, path: '/', target: TARGET }),
    );
    expect([status, body.code]).toEqual([422, 'domain_not_found']);
  });

  it('sees a link that is being put onto the domain', async () => {
    const { tenantDomainId } = await create('staying.example');
    const { status, body } = await meanwhile(
      [
        `select 1 from tenant_domain where domain = 'staying.example' for key share`,
        `insert into page_link select gen_random_uuid(), tenant_id, id, '/', '', id, now(), now(), null
         from tenant_domain where domain = 'staying.example'`,
      ],
      () => api.delete(`${LIST}/${tenantDomainId}`),
    );
    expect([status, body.code]).toEqual([409, 'domain_in_use']);
  });
});

/** Sends a request while another transaction has done something, which commits once the request waits for it. */
async function meanwhile(statements: string[], send: () => Test): Promise<Response> {
  const held = await HeldTransaction.begin(service);
  for (const statement of statements) await held.query(statement);
  return held.commitAheadOf(send());
}

describe('a change to the domains', () => {
  it('leaves an event', async () => {
    const { tenantDomainId } = await create('newsworthy.example');
    await api.delete(`${LIST}/${tenantDomainId}`).expect(200);
    const types = ['tenant_domain.created', 'tenant_domain.deleted'];
    expect(await recordedEvents(service, { tenantDomainId })).toEqual(
      types.map((type) => ({ type, tenantDomainId })),
    );
  });
});
