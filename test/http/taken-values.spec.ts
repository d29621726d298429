import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { newUuid, wireId } from '../../src/shared/kernel/ids.js';
import { apiClient, type ApiClient } from '../support/api/api-client.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService();

const target = { targetType: 'audience', audienceId: exampleId('audience') };
const tenantDomainId = exampleId('domain');

let count = 0;
const newWord = () => `taken-${++count}`;

/** A request that asks for what the holder has. */
interface Clash {
  holder: string;
  code: string;
  pointer?: string;
  ask: (api: ApiClient) => ReturnType<ApiClient['post']>;
}

async function made(path: string, body: object): Promise<Record<string, string>> {
  return (await api.post(path, body).expect(201)).body as Record<string, string>;
}

const CLASHES: Record<string, () => Promise<Clash>> = {
  'a new person': async () => {
    const email = `${newWord()}@gmail.com`;
    const { personId } = await made('/v0/persons', { name: 'First', email });
    const ask = (client: ApiClient) => client.post('/v0/persons', { name: 'Second', email });
    return { holder: personId!, code: 'email_taken', pointer: '/email', ask };
  },
  'a changed person': async () => {
    const email = `${newWord()}@gmail.com`;
    const { personId } = await made('/v0/persons', { name: 'First', email });
    const other = await made('/v0/persons', { name: 'Second' });
    const ask = (client: ApiClient) => client.patch(`/v0/persons/${other.personId}`, { email });
    return { holder: personId!, code: 'email_taken', pointer: '/email', ask };
  },
  'a restored person': async () => {
    const email = `${newWord()}@gmail.com`;
    const first = await made('/v0/persons', { name: 'First', email });
    await api.delete(`/v0/persons/${first.personId}`).expect(200);
    const { personId } = await made('/v0/persons', { name: 'Second', email });
    const ask = (client: ApiClient) => client.post(`/v0/persons/${first.personId}/restore`);
    return { holder: personId!, code: 'email_taken', ask };
  },
  'a new brand': async () => {
    const key = newWord();
    const { brandId } = await made('/v0/brands', { key, name: 'First' });
    const ask = (client: ApiClient) => client.post('/v0/brands', { key, name: 'Second' });
    return { holder: brandId!, code: 'brand_key_taken', pointer: '/key', ask };
  },
  'a changed brand': async () => {
    const key = newWord();
    const { brandId } = await made('/v0/brands', { key, name: 'First' });
    const other = await made('/v0/brands', { key: newWord(), name: 'Second' });
    const ask = (client: ApiClient) => client.patch(`/v0/brands/${other.brandId}`, { key });
    return { holder: brandId!, code: 'brand_key_taken', pointer: '/key', ask };
  },
  "a new link on the site's own address": async () => {
    const path = `/${newWord()}`;
    await made('/v0/page_links', { path, target, tenantDomainId });
    const { pageLinkId } = await made('/v0/page_links', { path, target });
    const ask = (client: ApiClient) => client.post('/v0/page_links', { path, target });
    return { holder: pageLinkId!, code: 'path_taken', pointer: '/path', ask };
  },
  'a new link on a domain': async () => {
    const path = `/${newWord()}`;
    await made('/v0/page_links', { path, target });
    const { pageLinkId } = await made('/v0/page_links', { path, target, tenantDomainId });
    const ask = (client: ApiClient) => client.post('/v0/page_links', { path, target, tenantDomainId });
    return { holder: pageLinkId!, code: 'path_taken', pointer: '/path', ask };
  },
  'a link with another path': async () => {
    const path = `/${newWord()}`;
    const { pageLinkId } = await made('/v0/page_links', { path, target });
    const other = await made('/v0/page_links', { path: `/${newWord()}`, target });
    const ask = (client: ApiClient) => client.patch(`/v0/page_links/${other.pageLinkId}`, { path });
    return { holder: pageLinkId!, code: 'path_taken', pointer: '/path', ask };
  },
  'a link that moves to another domain': async () => {
    const path = `/${newWord()}`;
    const { pageLinkId } = await made('/v0/page_links', { path, target, tenantDomainId });
    const other = await made('/v0/page_links', { path, target });
    const ask = (client: ApiClient) => client.patch(`/v0/page_links/${other.pageLinkId}`, { tenantDomainId });
    return { holder: pageLinkId!, code: 'path_taken', pointer: '/tenantDomainId', ask };
  },
  'a restored link': async () => {
    const path = `/${newWord()}`;
    const first = await made('/v0/page_links', { path, target });
    await api.delete(`/v0/page_links/${first.pageLinkId}`).expect(200);
    const { pageLinkId } = await made('/v0/page_links', { path, target });
    const ask = (client: ApiClient) => client.post(`/v0/page_links/${first.pageLinkId}/restore`);
    return { holder: pageLinkId!, code: 'path_taken', ask };
  },
  'a domain': async () => {
    const domain = `${newWord()}.example`;
    const holder = (await made('/v0/tenant_domains', { domain })).tenantDomainId;
    const ask = (client: ApiClient) => client.post('/v0/tenant_domains', { domain });
    return { holder: holder!, code: 'domain_taken', pointer: '/domain', ask };
  },
};

describe.each(Object.entries(CLASHES))('%s that asks for what another one has', (_title, clash) => {
  it('is told where, and who has it', async () => {
    const { holder, code, pointer, ask } = await clash();
    const { body } = await ask(api).expect(409);
    expect(body.errors).toEqual([
      { ...(pointer && { pointer }), code, message: body.detail, conflictsWith: holder },
    ]);
    expect(body.code).toBe(code);
  });

  it('is not told who has it where the key can not read that', async () => {
    const { code, pointer, ask } = await clash();
    const scopes = ['persons:write', 'brands:write', 'links:write', 'pages:read', 'assets:read'];
    const { body } = await ask(apiClient(service.url, await service.keyWith(scopes))).expect(409);
    expect(body.errors).toEqual([{ ...(pointer && { pointer }), code, message: body.detail }]);
  });
});

it('a brand that another process stores at the same time is named', async () => {
  const [key, id] = [newWord(), newUuid()];
  const held = await HeldTransaction.begin(
    service,
    `insert into brand (tenant_id, id, key, name, footer_links, shows_foreign_images, created_at, updated_at)
     values ($1, $2, $3, 'Theirs', '[]', false, now(), now())`,
    [service.home.id, id, key],
  );
  const { body } = await held.commitAheadOf(api.post('/v0/brands', { key, name: 'Mine' }).expect(409));
  expect(body.errors[0].conflictsWith).toBe(wireId('brand', id));
});
