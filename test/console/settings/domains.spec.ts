import type { TenantDomainView } from '../../../src/modules/links/domains/tenant-domains.dto.js';
import { startNameServer } from '../../support/servers/name-server.js';
import { until } from '../../support/until.js';
import { hiddenIn, useConsole } from '../console-visitor.js';

const dns = await startNameServer();
const { service, api, visitor, signedIn } = useConsole({ ROLE: 'all', DNS_SERVERS: dns.address });
afterAll(() => dns.close());

const PATH = '/settings/domains';

const stored = async (id: string) =>
  (await api.get(`/v0/tenant_domains/${id}`).expect(200)).body as TenantDomainView;

async function newDomain(domain: string): Promise<TenantDomainView> {
  return (await api.post('/v0/tenant_domains', { domain }).expect(201)).body as TenantDomainView;
}

it('a domain is added, proven step by step, and deleted', async () => {
  const kim = await signedIn();
  const added = await kim.fill(PATH, { domain: 'Pages.Acme.Example' }, 303);
  const path = String(added.headers.location).split('?')[0]!;
  const id = path.split('/').at(-1)!;
  const { domain, proofRecord } = await stored(id);
  expect(domain).toBe('pages.acme.example');
  const { text } = await kim.get(path).expect(200);
  expect(text).toContain('Not proven');
  for (const part of [proofRecord.name, proofRecord.value]) expect(text).toContain(`<code>${part}</code>`);
  await kim.fill(path, {}, 303, `${path}/check`);
  await until(async () => (await kim.get(path).expect(200)).text.includes('There is no such record yet.'));
  dns.setTexts(proofRecord.name, [proofRecord.value]);
  await kim.fill(path, {}, 303, `${path}/check`);
  await until(async () => (await kim.get(path).expect(200)).text.includes('Foyer has found the record.'));
  expect((await kim.get(PATH).expect(200)).text).toContain('Proven');
  expect((await kim.get(`${path}/delete`).expect(200)).text).toContain('The proof is gone');
  await kim.fill(`${path}/delete`, {}, 303);
  await api.get(`/v0/tenant_domains/${id}`).expect(404);
});

it.each(['', 'https://a b', 'taken.acme.example'])(
  'what is wrong with the domain %j is at its field',
  async (domain) => {
    if (domain.startsWith('taken')) await newDomain(domain);
    const kim = await signedIn();
    const { text } = await kim.fill(PATH, { domain }, domain.startsWith('taken') ? 409 : 400);
    expect(text).toContain('id="field-domain-problem"');
  },
);

it('a domain with links on it stays, and the reason is shown', async () => {
  const { tenantDomainId } = await newDomain('linked.acme.example');
  const { body } = await api.get('/v0/audiences?limit=1').expect(200);
  const [{ audienceId }] = (body as { items: [{ audienceId: string }] }).items;
  const target = { targetType: 'audience', audienceId };
  await api.post('/v0/page_links', { tenantDomainId, path: '/in-use', target }).expect(201);
  const kim = await signedIn();
  const { text } = await kim.fill(`${PATH}/${tenantDomainId}/delete`, {}, 409);
  expect(text).toContain('role="alert"');
});

it("another tenant's domain is not found, and an empty list says what to do", async () => {
  const domain = await newDomain('foreign.acme.example');
  const other = await visitor().signIn(service.stranger.key);
  const { text } = await other.get(PATH).expect(200);
  expect(text).toContain('No domains yet');
  const fields = hiddenIn(text, PATH);
  const path = `${PATH}/${domain.tenantDomainId}`;
  for (const to of [path, `${path}/delete`]) await other.get(to).expect(404);
  for (const to of [`${path}/check`, `${path}/delete`]) await other.post(to, fields).expect(404);
  expect(await stored(domain.tenantDomainId)).toMatchObject({ domain: domain.domain });
});

describe('health', () => {
  it('shows the parts of the service to the operator', async () => {
    const { text } = await (await signedIn()).get('/settings/health').expect(200);
    expect(text).toContain('Ready');
    expect(text).toMatch(/Version \d+\.\d+/);
    expect(text).toContain('Database');
    expect(text).toContain('Deliveries of webhooks');
  });

  it('shows other keys only whether the service is ready', async () => {
    const kim = await visitor().signIn(await service.keyWith(['pages:read']));
    const { text } = await kim.get('/settings/health').expect(200);
    expect(text).toContain('Ready');
    expect(text).not.toContain('Deliveries of webhooks');
  });
});
