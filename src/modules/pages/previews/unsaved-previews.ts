import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { TenantLock } from '../../../shared/database/transactions/tenant-lock.js';
import type { Overrides } from '../entities/audience.entity.js';
import type { PageContent } from '../entities/page.entity.js';
import {
  MAX_KEPT_BYTES,
  oldestShown,
  unsavedPreviewColumns,
  type UnsavedPreview,
} from './unsaved-preview.entity.js';

/** The most unsaved previews of a tenant. */
const MAX_KEPT = 100;

export interface StoredPreview {
  page: PageContent;
  overrides: Overrides | null;
  /** Of the audience; null without one. */
  personId: string | null;
}

const storedById = new PreparedRead<StoredPreview>(
  'page_preview.by_id',
  `select u.page, u.overrides, a.person_id as "personId"
   from page_preview u
     join page p on p.tenant_id = $1 and p.id = u.page_id and p.deleted_at is null
     left join audience a on a.tenant_id = $1 and a.id = u.audience_id
   where u.tenant_id = $1 and u.id = $2`,
);

const insert = PreparedWrite.insert('page_preview', unsavedPreviewColumns.columns);

/** Rows that another transaction deletes are passed over, so that neither waits for the other. */
const deleteWhere = (condition: string) =>
  `delete from page_preview where tenant_id = $1 and id = any (array(
     select id from page_preview where tenant_id = $1 and ${condition} order by id for update skip locked
   ))`;

/** The newest ones stay that fit beside one of `$2` bytes. */
const makeRoom = new PreparedWrite(
  'page_preview.make_room',
  deleteWhere(`id in (
    select id from (
      select id, row_number() over newest as number, sum(bytes) over newest as bytes
      from page_preview where tenant_id = $1 window newest as (order by created_at desc, id desc)
    ) as kept where number >= ${MAX_KEPT} or bytes > ${MAX_KEPT_BYTES} - $2
  )`),
);

const deleteOld = new PreparedWrite('page_preview.delete_old', deleteWhere('created_at < $2'));

const deleteOfAudience = new PreparedWrite(
  'page_preview.erase',
  'delete from page_preview where tenant_id = $1 and audience_id = $2',
);

/** Stores what previews show that is not saved, so that every process can show it. */
@Injectable()
export class UnsavedPreviews {
  constructor(
    private readonly tenantLock: TenantLock,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
  ) {}

  /** A tenant's previews are added one after the other, so that no two count themselves apart. */
  async lock(): Promise<void> {
    await this.tenantLock.acquire('unsaved previews');
  }

  /** The oldest ones of the tenant make room for it. The lock is held. */
  async add(preview: UnsavedPreview): Promise<void> {
    await this.writes.run(makeRoom, preview.bytes);
    this.writes.atCommit(insert, ...unsavedPreviewColumns.toParams(preview));
  }

  /** Undefined if it is no longer stored, or if its page is deleted. */
  find(id: string): Promise<StoredPreview | undefined> {
    return this.reads.one(storedById, id);
  }

  async deleteOld(): Promise<void> {
    await this.writes.run(deleteOld, oldestShown());
  }

  /** The texts were written for the person of the audience. */
  async erase(audienceId: string): Promise<void> {
    await this.writes.run(deleteOfAudience, audienceId);
  }
}
