import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';

/** The data of a page that other modules use. */
export interface PageSummary {
  id: string;
  title: string;
}

const summaryById = new PreparedRead<PageSummary>(
  'page.summary',
  `select id, coalesce(nullif(metadata->>'title', ''), name) as title
   from page where tenant_id = $1 and id = $2 and deleted_at is null`,
  { isShort: true },
);

/** How many pages and audiences show a picture beside links to them. Deleted pages count, because they can return. */
export interface PictureUses {
  pages: number;
  audiences: number;
}

const usesOfPicture = new PreparedRead<PictureUses>(
  'page.uses_of_picture',
  `select
     (select count(*)::float8 from page where tenant_id = $1 and og_image_asset_id = $2) as pages,
     (select count(*)::float8 from audience
      where tenant_id = $1 and og_image_asset_id_override = $2) as audiences`,
);

/** Pages, for other modules. */
@Injectable()
export class PagesApi {
  constructor(private readonly reads: PreparedReads) {}

  /** Undefined if the page does not exist or is deleted. */
  find(pageId: string): Promise<PageSummary | undefined> {
    return this.reads.one(summaryById, pageId);
  }

  /** `assetId` is a UUID. */
  async usesOfPicture(assetId: string): Promise<PictureUses> {
    return (await this.reads.one(usesOfPicture, assetId))!;
  }
}
