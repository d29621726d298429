import type { FoyerModule } from '../../shared/foyer-module.js';
import { SiteModule } from './site.module.js';

export { CachedPageSender } from './cached-page-sender.js';
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
  problems: ['question_refused', 'too_many_questions', 'too_many_submissions', 'too_many_visits'],
  removeSample: [],
};
