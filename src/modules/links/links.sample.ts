import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { PageLink } from './page-link.entity.js';
import { TenantDomain } from './tenant-domain.entity.js';

/** The records that the examples in the docs name. */
export function sampleLinks(em: EntityManager): void {
  em.create(TenantDomain, { id: exampleUuid('domain'), domain: 'www.example.com' });
  em.create(PageLink, { id: exampleUuid('link'), path: '/welcome', audienceId: exampleUuid('audience') });
}
