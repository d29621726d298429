import type { FoyerModule } from '../../shared/foyer-module.js';
import { SiteModule } from './site.module.js';
import { findingMeanings } from './checking/finding-meanings.js';
import { siteFaults, siteProblems } from './site.problems.js';

export { CachedPageSender } from './sending/cached-page-sender.js';
export { SiteRouter } from './site.router.js';

export const site: FoyerModule = {
  nest: SiteModule,
  tags: { checks: 'What visitors would stumble over, before they see it' },
  entities: [],
  migrations: [],
  events: {},
  jobs: [],
  lists: [],
  scopes: [],
  scopesOfOthers: ['pages:read', 'audiences:read'],
  problems: siteProblems,
  faults: siteFaults,
  reasons: findingMeanings,
  removeSample: [],
};
