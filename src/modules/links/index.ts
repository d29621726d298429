import type { FoyerModule } from '../../shared/foyer-module.js';
import { domainEvents } from './domains/domains.events.js';
import { linkEvents } from './links.events.js';
import { linkMigrations } from './links.migration.js';
import { LinksModule } from './links.module.js';
import { checkDomains } from './domains/domains.jobs.js';
import { removeSampleLinks, sampleLinks, showcaseLinks } from './links.sample.js';
import { linkList } from './page-link-reads.js';
import { linkTable, PageLink } from './entities/page-link.entity.js';
import { domainList } from './domains/tenant-domain-reads.js';
import { TenantDomain } from './domains/tenant-domain.entity.js';
import { linkFaults, linkProblems, linkReasons } from './links.problems.js';

export { DomainsOfAllTenants, type ListedDomain } from './domains/domains-of-all-tenants.js';
export { isReserved, linkPathOf } from './entities/link-path.js';
export { LinkTargetsApi, type NamedPlace } from './resolving/link-targets.api.js';
export { LinksApi, type SiteOwner, type VisitedLink } from './resolving/links.api.js';
export { LinksModule } from './links.module.js';
export { SAMPLE_PATH } from './links.sample.js';

export const links: FoyerModule = {
  nest: LinksModule,
  tags: {
    'page links': 'The paths at which visitors open the page of an audience',
    'tenant domains': "A tenant's own domains for its links",
  },
  entities: [TenantDomain, PageLink],
  personal: [linkTable],
  migrations: linkMigrations,
  events: { ...domainEvents, ...linkEvents },
  jobs: [checkDomains],
  lists: [linkList, domainList],
  scopes: ['links:read', 'links:write'],
  problems: linkProblems,
  faults: linkFaults,
  reasons: linkReasons,
  sample: sampleLinks,
  showcase: showcaseLinks,
  removeSample: removeSampleLinks,
};
