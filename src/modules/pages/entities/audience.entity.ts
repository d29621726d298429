import { defineEntity, p } from '@mikro-orm/core';
import { columns, type ValuesOf } from '../../../shared/database/records/column-map.js';
import {
  bigNumber,
  moment,
  newRecord,
  orderPreservingJson,
  recordColumns,
  timestamps,
} from '../../../shared/database/records/columns.js';
import { notPersonal, personal } from '../../../shared/database/records/personal.js';
import { PersonalTable } from '../../../shared/database/records/personal-table.js';
import { derived } from '../../../shared/database/records/derived.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { conflict } from '../../../shared/kernel/errors.js';
import type { Metadata } from './metadata.js';
import type { CoverImage } from './page-blocks.js';
import type { Page } from './page.entity.js';
import { assertNotTooFarAhead } from './planned-time.js';

/** The fields of an audience that override the page's. Editing changes these fields; messages keep copies of them. */
export const overrideColumns = columns({
  customName: personal(p.text().nullable()),
  actionFormIdOverride: personal(p.text().nullable()),
  actionFormInstructionsOverride: personal(p.text().nullable()),
  actionUrlOverride: personal(p.text().nullable()),
  supplementaryContext: personal(p.text().nullable()),
  bodyOverride: personal(p.text().nullable()),
  metadataOverride: personal(orderPreservingJson<Metadata>().nullable()),
  // The picture beside links to the audience's page.
  ogImageAssetIdOverride: p.uuid().nullable(),
  coverImageOverride: personal(orderPreservingJson<CoverImage>().nullable()),
  // Null: the topics of the page. Empty: no topics.
  topicIdsOverride: notPersonal(orderPreservingJson<string[]>().nullable()),
});

/** The view shows the picture within the metadata. */
export const shownOverrideColumns = overrideColumns.without('ogImageAssetIdOverride');

export type Overrides = ValuesOf<typeof overrideColumns>;

export const NO_OVERRIDES = overrideColumns.valuesOf({});

/** Every message keeps a copy of the overrides, and a list returns up to a hundred messages. */
const MAX_OVERRIDES_BYTES = 262_144;

/** The columns that are read of an audience. */
export const audienceColumns = columns({
  id: recordColumns.id,
  pageId: p.uuid(),
  number: bigNumber(),
  personId: p.uuid().nullable(),
  versionsMade: derived(bigNumber()),
  lastQueuePosition: derived(bigNumber().fieldName('places_given')),
  ...timestamps,
  archivedAt: moment().nullable(),
  // When a job archives it; stays when it is archived, and restoring clears it.
  archiveAt: moment().nullable(),
}).and(overrideColumns);

export const audienceTable = new PersonalTable('audience', overrideColumns, { whenMentioned: 'module' });

const AudienceSchema = defineEntity({
  name: 'Audience',
  tableName: 'audience',
  properties: { ...recordColumns, ...audienceColumns.properties },
});

/** Visitors who see their own variant of a page. */
export class Audience extends AudienceSchema.class {
  static create(page: Page, given: Partial<Overrides>, personId: string | null): Audience {
    const audience = detached(Audience, {
      ...newRecord(),
      pageId: page.id,
      number: page.addAudience(),
      personId,
      versionsMade: 0,
      lastQueuePosition: 0,
      archivedAt: null,
      archiveAt: null,
      ...overrideColumns.valuesOf(given),
    });
    audience.assertOverridesWithinLimit();
    return audience;
  }

  get overrides(): Overrides {
    return overrideColumns.valuesOf(this);
  }

  /** An absent field keeps its value; null clears it. */
  changeOverrides(change: Partial<Overrides>): void {
    this.assertNotArchived();
    Object.assign(this, overrideColumns.given(change));
    this.assertOverridesWithinLimit();
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** Returns whether anything changed. Null removes the override. */
  showBesideLinks(assetId: string | null): boolean {
    this.assertNotArchived();
    if ((this.ogImageAssetIdOverride ?? null) === assetId) return false;
    this.changeOverrides({ ogImageAssetIdOverride: assetId });
    return true;
  }

  /** Returns whether the plan is another one. Null means that it stays; absent changes nothing. */
  planToArchive(archiveAt: Date | null | undefined): boolean {
    this.assertNotArchived();
    if (archiveAt === undefined || archiveAt?.getTime() === this.archiveAt?.getTime()) return false;
    assertNotTooFarAhead('archiveAt', archiveAt);
    this.archiveAt = archiveAt;
    this.updatedAt = clock.notBefore(this.updatedAt);
    return true;
  }

  archive(): void {
    this.archivedAt ??= this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** It stays from now on: a plan that is kept would archive it again, perhaps at once. */
  restore(): void {
    if (!this.archivedAt) return;
    this.archivedAt = this.archiveAt = null;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** Works on an archived audience, too. */
  forgetPerson(): void {
    this.personId = null;
    Object.assign(this, NO_OVERRIDES);
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  nextVersionNumber(): number {
    this.assertNotArchived();
    return ++this.versionsMade;
  }

  /** The position behind all waiting versions of the audience. */
  nextQueuePosition(): number {
    return ++this.lastQueuePosition;
  }

  /** An archived audience can't be changed until it is restored. */
  assertNotArchived(): void {
    if (this.archivedAt)
      throw conflict('audience_archived', 'The audience is archived; restore it before changing it.');
  }

  private assertOverridesWithinLimit(): void {
    const bytes = Buffer.byteLength(JSON.stringify(this.overrides));
    if (bytes <= MAX_OVERRIDES_BYTES) return;
    throw conflict(
      'overrides_too_large',
      `The overrides have ${bytes} bytes; ${MAX_OVERRIDES_BYTES} are allowed.`,
    );
  }
}

AudienceSchema.setClass(Audience);
