import { Injectable } from '@nestjs/common';
import type { ListPage } from '../../shared/answers/list-page.js';
import { Lists } from '../../shared/database/lists/lists.js';
import { firstUuidOf } from '../../shared/kernel/ids.js';
import { momentOf } from '../../shared/kernel/wire-time.js';
import { auditEntryView, auditList } from './audit-reads.js';
import type { AuditEntryView, AuditQuery } from './audit.dto.js';

@Injectable()
export class AuditService {
  constructor(private readonly lists: Lists) {}

  list({
    actor,
    operation,
    recordId,
    parentRecordId,
    from,
    to,
    ...page
  }: AuditQuery): Promise<ListPage<AuditEntryView>> {
    return this.lists.page(auditList, page, (rows) => rows.map(auditEntryView), {
      actor,
      operation,
      record: recordId,
      parent: parentRecordId,
      from: from && firstUuidOf(momentOf(from)),
      to: to && firstUuidOf(momentOf(to)),
    });
  }
}
