import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid, isSample, TO_DELETE } from '../../shared/kernel/example-ids.js';
import { SHOWCASE_PAGES } from '../pages/index.js';
import { PageLink } from './entities/page-link.entity.js';
import { EXAMPLE_LINKS, EXAMPLE_PATH } from './page-links.dto.js';
import { TenantDomain } from './domains/tenant-domain.entity.js';
import { EXAMPLE_DOMAIN } from './domains/tenant-domains.dto.js';

/** On the site's own address. */
export const SAMPLE_PATH = '/welcome';

/** The records that the examples in the docs use. */
export function sampleLinks(em: EntityManager): void {
  const domain = TenantDomain.create({ domain: 'www.example.com' });
  domain.id = exampleUuid('domain');
  const link = PageLink.create({ path: SAMPLE_PATH, audienceId: exampleUuid('audience') });
  link.id = exampleUuid('link');
  const oldDomain = TenantDomain.create({ domain: 'old.example.com' });
  oldDomain.id = exampleUuid('domain', TO_DELETE);
  const oldLink = PageLink.create({ path: '/winter', audienceId: exampleUuid('audience') });
  oldLink.id = exampleUuid('link', TO_DELETE);
  // Nobody can prove these domains, so they are never checked.
  domain.nextCheckAt = oldDomain.nextCheckAt = null;
  em.persist([domain, link, oldDomain, oldLink]);
}

const EXAMPLE_PATHS = [EXAMPLE_PATH, ...EXAMPLE_LINKS.map(({ path }) => path)]
  .map((path) => `'${path}'`)
  .join(', ');

/** A path for each page of the showcase. */
export function showcaseLinks(em: EntityManager): void {
  for (const { number, path } of SHOWCASE_PAGES) {
    const link = PageLink.create({ path, audienceId: exampleUuid('audience', number) });
    link.id = exampleUuid('link', number);
    em.persist(link);
  }
}

export const removeSampleLinks = [
  `delete from page_link where tenant_id = $1
     and (${isSample('id')} or tenant_domain_id is null and path in (${EXAMPLE_PATHS}))`,
  `delete from tenant_domain where tenant_id = $1 and (${isSample('id')} or domain = '${EXAMPLE_DOMAIN}')`,
];
