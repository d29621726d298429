import request, { type Test } from 'supertest';
import type { PageLinkView } from '../../src/modules/links/page-links.dto.js';
import type { AudienceView } from '../../src/modules/pages/dto/audiences.dto.js';
import { connections } from '../support/api/connections.js';
import type { TestService, UsedTestService } from '../support/test-service.js';
import { pathOf, Records } from '../pages/records.js';

export const DOMAIN = 'www.acme.example';

/** Is told of problems in JSON, where a browser is shown a page. */
export const JSON_CLIENT = { accept: 'application/json' };

/** Makes pages over the API and opens them on the site. */
export class SiteVisitor extends Records {
  protected readonly service: TestService;

  constructor({ service, api }: UsedTestService) {
    super(api);
    this.service = service;
  }

  /** As a browser does, where nothing else is said. */
  open(path: string, headers: Record<string, string> = {}): Test {
    return request(this.service.siteUrl)
      .get(path)
      .agent(connections)
      .set({ accept: 'text/html', ...headers });
  }

  /** On the proven domain. */
  onDomain(path: string, headers: Record<string, string> = {}): Test {
    return this.open(path, { host: DOMAIN, ...headers });
  }

  async link(path: string, audience: AudienceView, more: object = {}): Promise<PageLinkView> {
    const target = { targetType: 'audience', audienceId: audience.audienceId };
    const { body } = await this.api.post('/v0/page_links', { path, target, ...more }).expect(201);
    return body as PageLinkView;
  }

  /** A page for one audience, and a link to it on the site's own address. */
  async shown(path: string, page: object = {}, audience: object = {}): Promise<AudienceView> {
    const made = await this.audience(audience, (await this.page(page)).pageId);
    await this.link(path, made);
    return made;
  }

  /** Where the site shows the latest version in a preview. */
  async previewPath(audience: AudienceView): Promise<string> {
    const { versionId } = audience.latestVersion;
    const { url } = await this.read<{ url: string }>(`${pathOf(audience)}/versions/${versionId}/preview`);
    return url.slice(this.service.siteUrl.length);
  }

  /** Answers the id of the domain. */
  async provenDomain(name = DOMAIN): Promise<string> {
    const { body } = await this.api.post('/v0/tenant_domains', { domain: name }).expect(201);
    const until = `now() + interval '7 days'`;
    await this.service.pool.query(
      `update tenant_domain set is_proven = true, proven_until = ${until}, next_check_at = null where domain = $1`,
      [name],
    );
    return body.tenantDomainId;
  }
}
