import type { FoyerModule } from '../../shared/foyer-module.js';
import { audienceList } from './audience-reads.js';
import { Audience } from './audience.entity.js';
import { messageList } from './message-reads.js';
import { Message } from './message.entity.js';
import { pageList } from './page-reads.js';
import { Page } from './page.entity.js';
import { pageEvents } from './pages.events.js';
import { pageMigrations } from './pages.migration.js';
import { PagesModule } from './pages.module.js';
import { removeSamplePages, samplePages } from './pages.sample.js';
import { versionGauges } from './version-gauges.js';
import { versionList } from './version-reads.js';
import { Version } from './version.entity.js';
import { versionLifecycle } from './version.lifecycle.js';
import { versionJobs } from './versions.jobs.js';

export { AudiencesApi, audienceSummaryOf, type AudienceSummary, type HiddenReason } from './audiences.api.js';
export type * from './composing/content.js';
export type { Metadata } from './metadata.js';
export type { ActionCardWidget, IndexedAction, Logo } from './page-parts.js';
export { RecomposeHandler } from './composing/recompose.handler.js';
export { PreviewsApi } from './composing/previews.api.js';
export { PagesApi, type PageSummary } from './pages.api.js';
export { PagesModule } from './pages.module.js';

export const pages: FoyerModule = {
  nest: PagesModule,
  tags: {
    pages: 'Web pages, before they are personalised for an audience',
    audiences: 'Those for whom a page is told in a way of its own',
    versions: 'What an audience is shown, and how it gets there',
    messages: "An audience's editing history",
  },
  entities: [Page, Audience, Version, Message],
  migrations: pageMigrations,
  events: pageEvents,
  jobs: versionJobs,
  lists: [pageList, audienceList, versionList, messageList],
  scopes: ['pages:read', 'pages:write', 'audiences:read', 'audiences:write'],
  problems: [
    ...['page_not_found', 'page_archived', 'page_deleted'],
    ...['audience_not_found', 'audience_archived', 'overrides_too_large', 'content_too_large'],
    ...[
      'version_not_found',
      'content_not_found',
      'no_site',
      'too_many_previews',
      'preview_failed',
      'too_many_versions',
      'version_erased',
      ...versionLifecycle.codes,
    ],
    ...['message_not_found', 'message_without_snapshot'],
  ],
  gauges: versionGauges,
  sample: samplePages,
  removeSample: removeSamplePages,
};
