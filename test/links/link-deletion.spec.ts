import type { PageLinkView } from '../../src/modules/links/page-links.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { recordedEvents } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { WIRE_TIME } from '../support/api/wire-values.js';

const LIST = '/v0/page_links';
const TARGET = { targetType: 'audience', audienceId: exampleId('audience') };

const { service, api } = useTestService();
let made = 0;

async function create(body: object = {}): Promise<{ link: PageLinkView; at: string }> {
  const asked = { path: `/path/${++made}`, target: TARGET, ...body };
  const link = (await api.post(LIST, asked).expect(201)).body as PageLinkView;
  return { link, at: `${LIST}/${link.pageLinkId}` };
}

const eventsOf = async ({ pageLinkId, tenantDomainId, target: { audienceId } }: PageLinkView) => {
  const events = await recordedEvents(service, { pageLinkId });
  const types = events.map(({ type }) => type);
  expect(events).toEqual(types.map((type) => ({ type, pageLinkId, tenantDomainId, audienceId })));
  return types;
};

describe('a deleted link', () => {
  it('is answered, can still be read, and is in no list', async () => {
    const { link, at } = await create();
    const { body } = await api.delete(at).expect(200);
    const deleted = { deletedAt: expect.stringMatching(WIRE_TIME), updatedAt: body.deletedAt, url: null };
    expect(body).toEqual({ ...link, ...deleted });
    expect((await api.get(at).expect(200)).body).toEqual(body);
    const { text } = await api.get(`${LIST}?limit=100`).expect(200);
    expect(text).not.toContain(link.pageLinkId);
  });

  it('is the same after another delete', async () => {
    const { link, at } = await create();
    const { body } = await api.delete(at).expect(200);
    expect((await api.delete(at).expect(200)).body).toEqual(body);
    expect(await eventsOf(link)).toEqual(['page_link.created', 'page_link.deleted']);
  });

  it('can not be changed until it is restored', async () => {
    const { at } = await create();
    await api.delete(at).expect(200);
    expect((await api.patch(at, { path: '/other' }).expect(409)).body.code).toBe('link_deleted');
    expect((await api.patch(at, {}).expect(409)).body.code).toBe('link_deleted');
    await api.post(`${at}/restore`, {}).expect(200);
    await api.patch(at, {}).expect(200);
  });

  it('leaves its path to others', async () => {
    const { link, at } = await create();
    await api.delete(at).expect(200);
    await create({ path: link.path });
  });

  it('can be restored, again and again', async () => {
    const { link, at } = await create();
    await api.delete(at).expect(200);
    const { body } = await api.post(`${at}/restore`, {}).expect(200);
    expect(body).toEqual({ ...link, updatedAt: body.updatedAt });
    expect((await api.post(`${at}/restore`).expect(200)).body).toEqual(body);
    expect((await api.get(at)).body).toEqual(body);
    expect(await eventsOf(link)).toEqual(['page_link.created', 'page_link.deleted', 'page_link.restored']);
  });

  it('is not restored to a path that another one has taken', async () => {
    const { link, at } = await create();
    await api.delete(at).expect(200);
    const other = await create({ path: link.path });
    expect((await api.post(`${at}/restore`, {}).expect(409)).body.code).toBe('path_taken');
    expect((await api.get(at)).body.deletedAt).not.toBeNull();
    await api.delete(other.at).expect(200);
    await api.post(`${at}/restore`, {}).expect(200);
  });

  it('is not restored to a domain that is gone', async () => {
    const { body: domain } = await api.post('/v0/tenant_domains', { domain: 'gone.example' }).expect(201);
    const { link, at } = await create({ tenantDomainId: domain.tenantDomainId });
    await api.delete(at).expect(200);
    await api.delete(`/v0/tenant_domains/${domain.tenantDomainId}`).expect(200);
    expect((await api.get(at).expect(200)).body.tenantDomainId).toBe(link.tenantDomainId);
    expect((await api.post(`${at}/restore`, {}).expect(409)).body.code).toBe('domain_deleted');
  });
});
