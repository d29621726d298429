import type { FoyerModule } from '../../shared/foyer-module.js';
import { allAudiences, audienceList } from './dto/audience-reads.js';
import { Audience, audienceTable } from './entities/audience.entity.js';
import { messageList } from './dto/message-reads.js';
import { Message, messageTable } from './entities/message.entity.js';
import { pageList } from './dto/page-reads.js';
import { Page } from './entities/page.entity.js';
import { pageEvents } from './entities/pages.events.js';
import { audiencePlanMigrations } from './migrations/audience-plans.migration.js';
import { pagePictureMigrations } from './migrations/page-pictures.migration.js';
import { listOrderMigrations } from './migrations/list-orders.migration.js';
import { pageMigrations } from './migrations/pages.migration.js';
import { PagesModule } from './pages.module.js';
import { removeSamplePages, samplePages } from './pages.sample.js';
import { showcasePages } from './showcase/pages.showcase.js';
import { forgetPreviews } from './previews/previews.jobs.js';
import { UnsavedPreview, unsavedPreviewTable } from './previews/unsaved-preview.entity.js';
import { versionGauges } from './publishing/version-gauges.js';
import { versionList } from './dto/version-reads.js';
import { Version, versionTable } from './entities/version.entity.js';
import { archiveAudience } from './publishing/audiences.jobs.js';
import { versionJobs } from './publishing/versions.jobs.js';
import { pageFaults, pageProblems } from './pages.problems.js';
import { DRAFT_REASONS } from './entities/draft-reasons.js';

export {
  AudiencesApi,
  linkTargetOf,
  type AudienceSummary,
  type LinkTarget,
  type ShownContent,
} from './audiences.api.js';
export type { HiddenReason } from './hidden-audiences.js';
export type * from './entities/content.js';
export * from './entities/page-blocks.js';
export type { Metadata } from './entities/metadata.js';
export type { ActionCardWidget, FooterLinkGroup, IndexedAction, Logo } from './entities/page-parts.js';
export { RecomposeHandler } from './publishing/recompose.handler.js';
export { EditedPagesApi } from './edited-pages.api.js';
export type { EditedPage } from './entities/edited-page.js';
export { PreviewsApi, type Preview } from './previews/previews.api.js';
export type { PreviewOptions } from './previews/preview-urls.js';
export { SHOWCASE_PAGES } from './showcase/showcase-pages.js';
export { PagesApi, type PageSummary } from './pages.api.js';
export { PagesModule } from './pages.module.js';

export const pages: FoyerModule = {
  nest: PagesModule,
  tags: {
    pages: 'Web pages, before they are personalised for an audience',
    audiences: 'Who a page is personalised for',
    versions: 'The versions of the page of an audience, and how they are published',
    messages: "An audience's editing history",
  },
  entities: [Page, Audience, Version, Message, UnsavedPreview],
  personal: [audienceTable, versionTable, messageTable, unsavedPreviewTable],
  migrations: [
    ...pageMigrations,
    ...pagePictureMigrations,
    ...listOrderMigrations,
    ...audiencePlanMigrations,
  ],
  events: pageEvents,
  jobs: [...versionJobs, archiveAudience, forgetPreviews],
  lists: [pageList, audienceList, allAudiences, versionList, messageList],
  scopes: ['pages:read', 'pages:write', 'audiences:read', 'audiences:write'],
  problems: pageProblems,
  faults: pageFaults,
  reasons: DRAFT_REASONS,
  gauges: versionGauges,
  sample: samplePages,
  showcase: showcasePages,
  removeSample: removeSamplePages,
};
