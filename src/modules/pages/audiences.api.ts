import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/prepared-reads.js';
import type { PageStatus } from './page.lifecycle.js';

/** What other modules may know of an audience. */
export interface AudienceSummary {
  id: string;
  pageId: string;
  pageName: string;
  isArchived: boolean;
  pageStatus: PageStatus;
  isPageDeleted: boolean;
  publishedVersion: { id: string; versionNumber: number };
}

const summaryById = new PreparedRead<AudienceSummary>(
  'audience.summary',
  `select a.id, a.page_id as "pageId", p.name as "pageName", a.archived_at is not null as "isArchived",
          p.status as "pageStatus", p.deleted_at is not null as "isPageDeleted",
          json_build_object('id', v.id, 'versionNumber', v.version_number) as "publishedVersion"
   from audience a
     join page p on p.tenant_id = $1 and p.id = a.page_id
     join audience_version v on v.tenant_id = $1 and v.audience_id = a.id and v.status = 'published'
   where a.tenant_id = $1 and a.id = $2`,
);

/** How other modules ask about audiences. */
@Injectable()
export class AudiencesApi {
  constructor(private readonly reads: PreparedReads) {}

  find(audienceId: string): Promise<AudienceSummary | undefined> {
    return this.reads.one(summaryById, audienceId);
  }
}
