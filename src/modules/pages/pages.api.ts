import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';

/** What other modules may know of a page. */
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

/** How other modules ask about pages. */
@Injectable()
export class PagesApi {
  constructor(private readonly reads: PreparedReads) {}

  /** Undefined for a deleted page, too. */
  find(pageId: string): Promise<PageSummary | undefined> {
    return this.reads.one(summaryById, pageId);
  }
}
