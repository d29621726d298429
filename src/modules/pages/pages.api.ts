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

/** Pages, for other modules. */
@Injectable()
export class PagesApi {
  constructor(private readonly reads: PreparedReads) {}

  /** Undefined if the page does not exist or is deleted. */
  find(pageId: string): Promise<PageSummary | undefined> {
    return this.reads.one(summaryById, pageId);
  }
}
