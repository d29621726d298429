import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { PageLink } from './page-link.entity.js';
import { TenantDomain } from './tenant-domain.entity.js';

/** The records that the examples in the docs name. */
export function sampleLinks(em: EntityManager): void {
  const domain = TenantDomain.create({ domain: 'www.example.com' });
  domain.id = exampleUuid('domain');
  const link = PageLink.create({ path: '/welcome', audienceId: exampleUuid('audience') });
  link.id = exampleUuid('link');
  em.persist([domain, link]);
}
