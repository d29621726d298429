import type { PageLinkView } from '../../src/modules/links/page-links.dto.js';
import type { TenantDomainView } from '../../src/modules/links/domains/tenant-domains.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { useDomainClaims } from './claims.js';

const { service, api, strangerApi, claims, dns } = await useDomainClaims();

describe('a link', () => {
  const LINKS = '/v0/page_links';

  async function linkOn({ tenantDomainId }: TenantDomainView): Promise<PageLinkView> {
    const target = { targetType: 'audience', audienceId: exampleId('audience') };
    const { body } = await api.post(LINKS, { tenantDomainId, path: '/prices', target }).expect(201);
    return body as PageLinkView;
  }

  async function shownAt({ domain }: TenantDomainView, link: PageLinkView) {
    const [{ body: shown }, { body: list }, { body: resolution }] = await Promise.all([
      api.get(`${LINKS}/${link.pageLinkId}`).expect(200),
      api.get(`${LINKS}?tenantDomainId=${link.tenantDomainId}`).expect(200),
      api.get(`${LINKS}/resolve?domain=${domain}&path=/prices`).expect(200),
    ]);
    expect(list.items).toEqual([shown]);
    const { found, reason } = resolution;
    return { url: (shown as PageLinkView).url, found, reason };
  }

  const HIDDEN = { url: null, found: false, reason: 'domain_not_proven' };

  it('is shown to nobody until its domain is proven', async () => {
    const domain = await claims.make();
    const link = await linkOn(domain);
    expect(link.url).toBeNull();
    expect(await shownAt(domain, link)).toEqual(HIDDEN);
    claims.publish(domain);
    await claims.checkDue();
    const url = `http://${domain.domain}:${new URL(service.siteUrl).port}/prices`;
    expect(await shownAt(domain, link)).toEqual({ url, found: true, reason: null });
  });

  it('is hidden again once the proof has lapsed', async () => {
    const domain = await claims.proven();
    const link = await linkOn(domain);
    expect(link.url).toContain(`//${domain.domain}:`);
    dns.remove(domain.proofRecord.name);
    await claims.checkDaily(domain);
    expect(await shownAt(domain, link)).toEqual(HIDDEN);
  });

  it('is hidden where another tenant has proven the domain', async () => {
    const { domain } = await claims.proven(undefined, strangerApi);
    const ours = await claims.make(domain);
    const link = await linkOn(ours);
    await claims.checkDue();
    expect(await shownAt(ours, link)).toEqual(HIDDEN);
  });
});
