import { defineEntity, p } from '@mikro-orm/core';
import { bigNumber, moment, orderPreservingJson, recordColumns } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';
import { conflict } from '../../shared/kernel/errors.js';
import { searchText } from '../../shared/kernel/search-text.js';
import type { Metadata } from './metadata.js';
import { assertOpen, pageLifecycle, type PageStatus } from './page.lifecycle.js';
import type { ActionCardWidget, ActionInput, FooterLinkGroup, Script } from './page-parts.dto.js';

/** What can be said of a page, when it is made and later. */
export interface PageContent {
  name: string;
  pageContext: string;
  pageType: string;
  brandId: string;
  actions: ActionInput[];
  actionCardWidgets: ActionCardWidget[];
  footerLinks: FooterLinkGroup[];
  scripts: Script[];
  headerActionId: string | null;
  metadata: Metadata | null;
}

const PageSchema = defineEntity({
  name: 'Page',
  tableName: 'page',
  properties: {
    ...recordColumns,
    name: p.text(),
    pageContext: p.text(),
    pageType: p.text(),
    brandId: p.text(),
    actions: orderPreservingJson<ActionInput[]>(),
    actionCardWidgets: orderPreservingJson<ActionCardWidget[]>(),
    footerLinks: orderPreservingJson<FooterLinkGroup[]>(),
    scripts: orderPreservingJson<Script[]>(),
    headerActionId: p.text().nullable(),
    metadata: orderPreservingJson<Metadata>().nullable(),
    status: p.text().$type<PageStatus>(),
    audiencesMade: bigNumber(),
    searchText: p.text(),
    archivedAt: moment().nullable(),
    deletedAt: moment().nullable(),
  },
});

/** A web page, before it is told to anybody in particular. */
export class Page extends PageSchema.class {
  change(change: Partial<PageContent>): void {
    this.assertNotDeleted();
    Object.assign(this, change);
    this.searchText = searchTextOf(this);
    this.updatedAt = clock.now();
  }

  /** Like the two verbs below it answers whether anything changed: a repeat is no news. */
  archive(): boolean {
    this.assertNotDeleted();
    if (this.status === 'archived') return false;
    this.status = pageLifecycle.step(this.status, 'archived');
    this.archivedAt = this.updatedAt = clock.now();
    return true;
  }

  delete(): boolean {
    if (this.deletedAt) return false;
    this.deletedAt = this.updatedAt = clock.now();
    return true;
  }

  /** Undoes archiving and deletion; the page is again what it was before. */
  restore(): boolean {
    if (!this.archivedAt && !this.deletedAt) return false;
    if (this.archivedAt)
      this.status = pageLifecycle.step('archived', this.audiencesMade > 0 ? 'published' : 'draft');
    this.archivedAt = this.deletedAt = null;
    this.updatedAt = clock.now();
    return true;
  }

  /** Answers the number of the new audience, which is live from its first moment. */
  admitAudience(): number {
    assertOpen(this.status);
    if (this.status !== 'published') {
      this.status = pageLifecycle.step(this.status, 'published');
      this.updatedAt = clock.now();
    }
    return ++this.audiencesMade;
  }

  /** Whether anything new may go live on it. */
  isOpen(): boolean {
    return !this.archivedAt && !this.deletedAt;
  }

  private assertNotDeleted(): void {
    if (this.deletedAt) throw conflict('page_deleted', 'The page is deleted; restore it before changing it.');
  }
}

PageSchema.setClass(Page);

/** What a search for a page looks into. */
export function searchTextOf({
  name,
  metadata,
}: Pick<PageContent, 'name'> & { metadata?: Metadata | null }): string {
  return searchText([name, metadata?.title]);
}
