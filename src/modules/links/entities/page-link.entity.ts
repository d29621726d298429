import { defineEntity, p } from '@mikro-orm/core';
import { columns, type ChangeOf, type RecordOf } from '../../../shared/database/records/column-map.js';
import { moment, newRecord, recordColumns, timestamps } from '../../../shared/database/records/columns.js';
import { personal } from '../../../shared/database/records/personal.js';
import { PersonalTable } from '../../../shared/database/records/personal-table.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { conflict } from '../../../shared/kernel/errors.js';
import { pathHashOf } from './link-path.js';

/** The fields that clients set and change. */
const linkFacts = columns({
  /** Null is the site's own address. */
  tenantDomainId: p.uuid().nullable(),
  path: personal(p.text()),
  audienceId: p.uuid(),
  // From then on, visitors are told that the page is gone. The path stays taken.
  expiresAt: moment().nullable(),
});

/** The columns that are read of a link. */
export const linkColumns = columns({ id: recordColumns.id })
  .and(linkFacts)
  .and(columns({ ...timestamps, deletedAt: moment().nullable() }));

/** The columns that a batch reads and stores. */
export const storedLinkColumns = linkColumns.and(columns({ pathHash: p.blob() }));

/** Other sites link to a path: an erasure reports it (`link-name-search.ts`). */
export const linkTable = new PersonalTable('page_link', linkColumns, { whenMentioned: 'keep' });

const PageLinkSchema = defineEntity({
  name: 'PageLink',
  tableName: 'page_link',
  properties: {
    ...recordColumns,
    ...linkColumns.properties,
    pathHash: p.blob(),
  },
});

/** A path to an audience's page, on a tenant's own domain or on the site's own address. */
export class PageLink extends PageLinkSchema.class {
  static create(given: RecordOf<typeof linkFacts>): PageLink {
    const pathHash = pathHashOf(given.path);
    return detached(PageLink, { ...newRecord(), ...linkFacts.valuesOf(given), pathHash, deletedAt: null });
  }

  /** Absent fields keep their values. Returns whether one has another value now. */
  differsFrom(change: ChangeOf<typeof linkFacts>): boolean {
    const now = linkFacts.valuesOf(this);
    return JSON.stringify({ ...now, ...linkFacts.given(change) }) !== JSON.stringify(now);
  }

  isDeleted(): boolean {
    return this.deletedAt != null;
  }

  /** Absent fields keep their values. */
  change(change: ChangeOf<typeof linkFacts>): void {
    this.assertNotDeleted();
    Object.assign(this, linkFacts.given(change));
    this.pathHash = pathHashOf(this.path);
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  delete(): void {
    this.assertNotDeleted();
    this.deletedAt = this.updatedAt = clock.notBefore(this.updatedAt);
  }

  restore(): void {
    this.deletedAt = null;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  private assertNotDeleted(): void {
    if (this.isDeleted())
      throw conflict('link_deleted', 'The link is deleted; restore it before changing it.');
  }
}

PageLinkSchema.setClass(PageLink);
