import { DomainsOfAllTenants } from '../../src/modules/links/domains/domains-of-all-tenants.js';
import type { PageLinkView } from '../../src/modules/links/page-links.dto.js';
import type { TenantDomainView } from '../../src/modules/links/domains/tenant-domains.dto.js';
import { exampleId, exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid, uuidOf, wireId } from '../../src/shared/kernel/ids.js';
import { pathHashOf } from '../../src/modules/links/entities/link-path.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { DOMAINS, pathOf, useDomainClaims } from './claims.js';

const { service, api, strangerApi, claims } = await useDomainClaims();

const target = { targetType: 'audience', audienceId: exampleId('audience') };
const uuidIn = ({ tenantDomainId }: TenantDomainView) => uuidOf('domain', tenantDomainId)!;

let count = 0;
const newPath = () => `/locked-${++count}`;
const createLink = (body: object) => api.post('/v0/page_links', { path: newPath(), target, ...body });

/** Another process stores a link, and has not committed it yet. */
async function linkByAnother(
  path: string,
  domain?: TenantDomainView,
  linkId = newUuid(),
): Promise<HeldTransaction> {
  const domainId = domain ? uuidIn(domain) : null;
  const lock = 'select from tenant_domain where id = $1 for key share';
  const held = await HeldTransaction.begin(service, lock, [domainId]);
  await held.query(
    `insert into page_link (tenant_id, id, tenant_domain_id, path, path_hash, audience_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, now(), now())`,
    [service.home.id, linkId, domainId, path, pathHashOf(path), exampleUuid('audience')],
  );
  return held;
}

describe('while another process deletes a domain,', () => {
  let domain: TenantDomainView;
  const deleted = () =>
    HeldTransaction.begin(service, 'delete from tenant_domain where id = $1', [uuidIn(domain)]);
  beforeEach(async () => void (domain = await claims.make()));

  it('a new link on it waits, and is refused', async () => {
    const { tenantDomainId } = domain;
    const { body } = await (await deleted()).commitAheadOf(createLink({ tenantDomainId }));
    expect(body.code).toBe('domain_not_found');
  });

  it('a batch of links on it waits, and is refused', async () => {
    const items = [{ path: newPath(), target, tenantDomainId: domain.tenantDomainId }];
    const { body } = await (await deleted()).commitAheadOf(api.post('/v0/page_links/batch', { items }));
    expect(body.code).toBe('domain_not_found');
  });

  it('a link that is moved there waits, and is refused', async () => {
    const { pageLinkId } = (await createLink({}).expect(201)).body as PageLinkView;
    const { tenantDomainId } = domain;
    const move = api.patch(`/v0/page_links/${pageLinkId}`, { tenantDomainId });
    expect((await (await deleted()).commitAheadOf(move)).body.code).toBe('domain_not_found');
  });

  it('a link that is restored there waits, and is refused', async () => {
    const { tenantDomainId } = domain;
    const { pageLinkId } = (await createLink({ tenantDomainId }).expect(201)).body as PageLinkView;
    await api.delete(`/v0/page_links/${pageLinkId}`).expect(200);
    const restore = api.post(`/v0/page_links/${pageLinkId}/restore`);
    expect((await (await deleted()).commitAheadOf(restore)).body.code).toBe('domain_deleted');
  });

  it('a check of it waits, and tells of nothing', async () => {
    claims.publish(domain);
    await (await deleted()).commitAheadOf(claims.checkDue());
    expect(await claims.eventsOf(domain)).toEqual(['tenant_domain.created']);
  });
});

describe('while another process stores a link,', () => {
  it('the deletion of its domain waits, and is refused', async () => {
    const domain = await claims.make();
    const held = await linkByAnother(newPath(), domain);
    const { body } = await held.commitAheadOf(api.delete(pathOf(domain)).expect(409));
    expect(body.code).toBe('domain_in_use');
  });

  it('another link on its domain does not wait', async () => {
    const domain = await claims.make();
    await linkByAnother(newPath(), domain);
    await createLink({ tenantDomainId: domain.tenantDomainId }).expect(201);
  });

  it('one at the same path waits, and is refused', async () => {
    const path = newPath();
    const linkId = newUuid();
    const held = await linkByAnother(path, undefined, linkId);
    const { body } = await held.commitAheadOf(createLink({ path }).expect(409));
    expect(body.errors).toMatchObject([{ code: 'path_taken', conflictsWith: wireId('link', linkId) }]);
  });

  it('one at the same path waits, and is stored where the other one is not', async () => {
    const path = newPath();
    await (await linkByAnother(path)).rollbackAheadOf(createLink({ path }).expect(201));
  });
});

/** As another process stores it. */
async function claimedByAnother(
  domain: string,
  tenantId: string,
  isProven: boolean,
): Promise<HeldTransaction> {
  return HeldTransaction.begin(
    service,
    `insert into tenant_domain (tenant_id, id, domain, proof_token, is_proven, created_at, updated_at)
     values ($1, $2, $3, 'token', $4, now(), now())`,
    [tenantId, newUuid(), domain, isProven],
  );
}

it('while another process claims a domain for the tenant, the same claim waits, and is refused', async () => {
  const held = await claimedByAnother('twice.example', service.home.id, false);
  const { body } = await held.commitAheadOf(api.post(DOMAINS, { domain: 'twice.example' }).expect(409));
  expect(body.code).toBe('domain_taken');
});

it('while another process claims the last unproven domain of a tenant, one more waits, and is refused', async () => {
  const held = await HeldTransaction.ofMatter(service, 'domains', service.stranger);
  await held.query(
    `insert into tenant_domain (tenant_id, id, domain, proof_token, is_proven, created_at, updated_at)
     select $1, new_uuid(), 'last-' || n || '.example', 'token', false, now(), now() from generate_series(1, 100) n`,
    [service.stranger.id],
  );
  const { body } = await held.commitAheadOf(
    strangerApi.post(DOMAINS, { domain: 'more.example' }).expect(409),
  );
  expect(body.code).toBe('too_many_domains');
});

describe('while another process proves a domain for another tenant,', () => {
  it('a check that sees a proof waits, and notes who was first', async () => {
    const domain = await claims.make();
    claims.publish(domain);
    const held = await claimedByAnother(domain.domain, service.stranger.id, true);
    await held.commitAheadOf(claims.checkDue());
    expect(await claims.read(domain)).toMatchObject({ isProven: false, checkFault: 'proven_by_another' });
  });

  it('a check that sees a proof waits, and proves it where the other one does not', async () => {
    const domain = await claims.make();
    claims.publish(domain);
    const held = await claimedByAnother(domain.domain, service.stranger.id, true);
    await held.rollbackAheadOf(claims.checkDue());
    expect(await claims.read(domain)).toMatchObject({ isProven: true, checkFault: null });
  });
});

it('while another process releases a domain, an operator who releases it waits, and has nothing to do', async () => {
  const domain = await claims.proven();
  const release = 'update tenant_domain set is_proven = false, proven_until = null where id = $1';
  const held = await HeldTransaction.begin(service, release, [uuidIn(domain)]);
  const mine = service.app.get(DomainsOfAllTenants, { strict: false }).release(domain.domain);
  expect(await held.commitAheadOf(mine)).toBe(false);
  expect(await claims.eventsOf(domain)).toEqual(['tenant_domain.created', 'tenant_domain.proven']);
});
