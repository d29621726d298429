import { wireTime, wireTimeOrNull } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import { metadataView, titleOf } from './metadata.js';
import type { PageContent } from './page.entity.js';
import type { PageStatus } from './page.lifecycle.js';
import type { PageView } from './pages.dto.js';

/** What a view is made from. An entity has this shape, and so has a row of a prepared read. */
export interface PageRecord extends Omit<PageContent, 'headerActionId' | 'metadata'> {
  id: string;
  headerActionId?: PageContent['headerActionId'];
  metadata?: PageContent['metadata'];
  status: PageStatus;
  createdAt: Date | number;
  updatedAt: Date | number;
  archivedAt?: Date | number | null;
  deletedAt?: Date | number | null;
}

export function pageView(page: PageRecord, audiencesCount: number): PageView {
  return {
    pageId: wireId('page', page.id),
    name: page.name,
    title: titleOf(page),
    pageContext: page.pageContext,
    pageType: page.pageType,
    status: page.status,
    brandId: page.brandId,
    actions: page.actions.map((action, actionIndex) => ({ ...action, actionIndex })),
    actionCardWidgets: page.actionCardWidgets,
    footerLinks: page.footerLinks,
    scripts: page.scripts,
    headerActionId: page.headerActionId ?? undefined,
    metadata: metadataView(page.metadata ?? null),
    audiencesCount,
    createdAt: wireTime(page.createdAt),
    updatedAt: wireTime(page.updatedAt),
    archivedAt: wireTimeOrNull(page.archivedAt ?? null),
    deletedAt: wireTimeOrNull(page.deletedAt ?? null),
  };
}
