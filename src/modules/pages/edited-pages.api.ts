import { Injectable } from '@nestjs/common';
import type { RecordOf } from '../../shared/database/records/column-map.js';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { overrideColumns } from './entities/audience.entity.js';
import type { EditedPage } from './entities/edited-page.js';
import { pageContentColumns } from './entities/page.entity.js';

type PageRow = RecordOf<typeof pageContentColumns>;

const editedPage = new PreparedRead<PageRow>(
  'page.edited',
  `select ${pageContentColumns.select('p')} from page p
   where p.tenant_id = $1 and p.id = $2 and p.deleted_at is null`,
);

const editedAudience = new PreparedRead<PageRow & RecordOf<typeof overrideColumns>>(
  'audience.edited',
  `select ${pageContentColumns.select('p')}, ${overrideColumns.select('a')}
   from audience a join page p on p.tenant_id = $1 and p.id = a.page_id and p.deleted_at is null
   where a.tenant_id = $1 and a.page_id = $2 and a.id = $3`,
);

/** What pages and audiences say now, before it is composed. For other modules. */
@Injectable()
export class EditedPagesApi {
  constructor(private readonly reads: PreparedReads) {}

  /** Undefined if the page does not exist or is deleted. */
  async ofPage(pageId: string): Promise<EditedPage | undefined> {
    const row = await this.reads.one(editedPage, pageId);
    return row && { page: pageContentColumns.valuesOf(row) };
  }

  /** The same for an audience of the page. */
  async ofAudience(pageId: string, audienceId: string): Promise<EditedPage | undefined> {
    const row = await this.reads.one(editedAudience, pageId, audienceId);
    return row && { page: pageContentColumns.valuesOf(row), overrides: overrideColumns.valuesOf(row) };
  }
}
