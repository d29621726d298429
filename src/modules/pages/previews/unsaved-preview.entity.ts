import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../../shared/database/records/column-map.js';
import {
  moment,
  newRecord,
  orderPreservingJson,
  recordColumns,
} from '../../../shared/database/records/columns.js';
import { detached } from '../../../shared/database/records/detached.js';
import { notPersonal, personal } from '../../../shared/database/records/personal.js';
import { PersonalTable } from '../../../shared/database/records/personal-table.js';
import { clock } from '../../../shared/kernel/clock.js';
import { conflict } from '../../../shared/kernel/errors.js';
import type { Overrides } from '../entities/audience.entity.js';
import type { EditedPage } from '../entities/edited-page.js';
import type { PageContent } from '../entities/page.entity.js';

/** How long a preview of what is not saved is stored. */
export const KEPT_MS = 600_000;

/** Of all unsaved previews of a tenant. One that is larger is refused. */
export const MAX_KEPT_BYTES = 16 * 1024 * 1024;

export const unsavedPreviewColumns = columns({
  id: recordColumns.id,
  pageId: p.uuid(),
  audienceId: p.uuid().nullable(),
  page: notPersonal(orderPreservingJson<PageContent>()),
  overrides: personal(orderPreservingJson<Overrides>().nullable()),
  /** Of `page` and `overrides`. */
  bytes: p.integer(),
  createdAt: moment(),
});

export const unsavedPreviewTable = new PersonalTable('page_preview', unsavedPreviewColumns, {
  whenMentioned: 'delete',
});

const UnsavedPreviewSchema = defineEntity({
  name: 'UnsavedPreview',
  tableName: 'page_preview',
  properties: { tenantId: recordColumns.tenantId, ...unsavedPreviewColumns.properties },
});

/** Changed fields of a page and an audience that a preview shows and nobody has saved. It never changes. */
export class UnsavedPreview extends UnsavedPreviewSchema.class {
  static create({ page, overrides }: EditedPage, pageId: string, audienceId?: string): UnsavedPreview {
    const bytes = Buffer.byteLength(JSON.stringify([page, overrides]));
    if (bytes > MAX_KEPT_BYTES)
      throw conflict('content_too_large', `The preview has ${bytes} bytes; ${MAX_KEPT_BYTES} are allowed.`);
    const { id, createdAt } = newRecord();
    return detached(UnsavedPreview, {
      ...{ id, pageId, audienceId: audienceId ?? null },
      ...{ page, overrides: overrides ?? null, bytes, createdAt },
    });
  }

  /** In milliseconds since 1970, and a whole second, as a URL states it. */
  get expiresAt(): number {
    return Math.floor((this.createdAt.getTime() + KEPT_MS) / 1000) * 1000;
  }
}

UnsavedPreviewSchema.setClass(UnsavedPreview);

/** Previews that were stored before this time are no longer shown. */
export function oldestShown(): Date {
  return new Date(clock.now().getTime() - KEPT_MS);
}
