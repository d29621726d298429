import { defineEntity, p } from '@mikro-orm/core';
import { columns, type RecordOf, type ValuesOf } from '../../../shared/database/records/column-map.js';
import {
  bigNumber,
  moment,
  newRecord,
  orderPreservingJson,
  recordColumns,
  timestamps,
} from '../../../shared/database/records/columns.js';
import { derived } from '../../../shared/database/records/derived.js';
import { notPersonal } from '../../../shared/database/records/personal.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { conflict } from '../../../shared/kernel/errors.js';
import { searchText } from '../../../shared/kernel/texts/search-text.js';
import type { Metadata } from './metadata.js';
import { assertActions } from './page-actions.js';
import type { Block, CoverImage } from './page-blocks.js';
import { assertPageNotArchived, pageLifecycle, type PageStatus } from './page.lifecycle.js';
import type { Action, ActionCardWidget, FooterLinkGroup, Script } from './page-parts.js';

/** The fields that clients set and change. */
export const pageContentColumns = columns({
  name: p.text(),
  pageContext: p.text(),
  body: p.text().nullable(),
  language: notPersonal(p.text().nullable()),
  pageType: notPersonal(p.text()),
  brandId: notPersonal(p.text()),
  actions: orderPreservingJson<Action[]>(),
  actionCardWidgets: orderPreservingJson<ActionCardWidget[]>(),
  footerLinks: orderPreservingJson<FooterLinkGroup[]>(),
  scripts: orderPreservingJson<Script[]>(),
  headerActionId: p.text().nullable(),
  defaultFormId: p.text().nullable(),
  metadata: orderPreservingJson<Metadata>().nullable(),
  // The picture beside links to the page. It is set apart from the metadata, which a change replaces.
  ogImageAssetId: p.uuid().nullable(),
  coverImage: orderPreservingJson<CoverImage>().nullable(),
  // Null: all topics.
  topicIds: orderPreservingJson<string[]>().nullable(),
  // Processes of the previous release insert pages without them.
  blocks: orderPreservingJson<Block[]>().defaultRaw("'[]'"),
});

export type PageContent = ValuesOf<typeof pageContentColumns>;

/** The stored fields of a page that its view shows. */
export const pageFields = pageContentColumns.without('ogImageAssetId').and(
  columns({
    status: notPersonal(p.text().$type<PageStatus>()),
    ...timestamps,
    archivedAt: moment().nullable(),
    deletedAt: moment().nullable(),
  }),
);

const PageSchema = defineEntity({
  name: 'Page',
  tableName: 'page',
  properties: {
    ...recordColumns,
    ...pageContentColumns.properties,
    ...pageFields.properties,
    audiencesMade: derived(bigNumber()),
    searchText: derived(p.text()),
  },
});

/** A web page. Visitors see the variants of its audiences. */
export class Page extends PageSchema.class {
  static create(given: RecordOf<typeof pageContentColumns>): Page {
    const content = pageContentColumns.valuesOf(given);
    assertActions(content, given);
    return detached(Page, {
      ...newRecord(),
      ...content,
      status: pageLifecycle.step(null, 'draft'),
      audiencesMade: 0,
      searchText: searchTextOf(content),
    });
  }

  change(change: Partial<PageContent>): void {
    this.assertNotDeleted();
    Object.assign(this, pageContentColumns.given(change));
    assertActions(this, change);
    this.searchText = searchTextOf(this);
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** Returns whether anything changed. Null removes the picture. */
  showBesideLinks(assetId: string | null): boolean {
    this.assertNotDeleted();
    if ((this.ogImageAssetId ?? null) === assetId) return false;
    this.ogImageAssetId = assetId;
    this.updatedAt = clock.notBefore(this.updatedAt);
    return true;
  }

  /** `archive`, `delete` and `restore` return whether anything changed: a repeat records no event. */
  archive(): boolean {
    this.assertNotDeleted();
    if (this.status === 'archived') return false;
    this.status = pageLifecycle.step(this.status, 'archived');
    this.archivedAt = this.updatedAt = clock.notBefore(this.updatedAt);
    return true;
  }

  delete(): boolean {
    if (this.deletedAt) return false;
    this.deletedAt = this.updatedAt = clock.notBefore(this.updatedAt);
    return true;
  }

  /** Undoes archiving and deletion. */
  restore(): boolean {
    if (!this.archivedAt && !this.deletedAt) return false;
    if (this.archivedAt)
      this.status = pageLifecycle.step(this.status, this.audiencesMade > 0 ? 'published' : 'draft');
    this.archivedAt = this.deletedAt = null;
    this.updatedAt = clock.notBefore(this.updatedAt);
    return true;
  }

  /** Returns the number of the new audience. The first audience publishes the page. */
  addAudience(): number {
    assertPageNotArchived(this.status);
    if (this.status === 'draft') {
      this.status = pageLifecycle.step(this.status, 'published');
      this.updatedAt = clock.notBefore(this.updatedAt);
    }
    return ++this.audiencesMade;
  }

  /** An archived or deleted page publishes nothing new. */
  allowsPublishing(): boolean {
    return !this.archivedAt && !this.deletedAt;
  }

  private assertNotDeleted(): void {
    if (this.deletedAt) throw conflict('page_deleted', 'The page is deleted; restore it before changing it.');
  }
}

PageSchema.setClass(Page);

function searchTextOf({ name, metadata }: { name: string; metadata?: Metadata | null }): string {
  return searchText([name, metadata?.title]);
}
