import type { FieldChanges } from '../../shared/audit/field-changes.js';
import { ListRead } from '../../shared/database/lists/list-read.js';
import { COUNTED_UP_TO } from '../../shared/database/lists/total-count.js';
import { jsonBytes } from '../../shared/database/records/column-map.js';
import type { Actor } from '../../shared/kernel/actor.js';
import { momentOfUuid, wireId } from '../../shared/kernel/ids.js';
import { wireTime } from '../../shared/kernel/wire-time.js';
import type { AuditEntryView } from './audit.dto.js';

interface AuditRow {
  id: string;
  operation: string;
  record: string | null;
  parent: string | null;
  changes: FieldChanges | null;
  actorType: Actor['type'];
  actor: string;
  actorName: string | null;
  network: string | null;
  requestId: string | null;
}

const ENTRY = `
  a.id, a.operation, a.record, a.parent, a.changes, a.actor_type as "actorType", a.actor,
  a.actor_name as "actorName", a.network, a.request_id as "requestId"`;

const TEXT_BYTES = `octet_length(concat(
  a.operation, a.record, a.parent, a.actor_type, a.actor, a.actor_name, a.network, a.request_id))`;

/** Ids begin with their time, so the filters by time, too, exclude whole partitions. */
export const auditList = new ListRead<AuditRow>('audit', {
  columns: ENTRY,
  bytes: `400 + ${TEXT_BYTES} + ${jsonBytes('a.changes')}`,
  from: 'audit_entry a',
  alias: 'a',
  order: { 'a.id': 'uuid' },
  direction: 'desc',
  countUpTo: COUNTED_UP_TO,
  filters: {
    actor: 'a.actor = ?',
    operation: 'a.operation = ?',
    record: 'a.record = ?',
    parent: 'a.parent = ?',
    from: 'a.id >= ?::uuid',
    to: 'a.id < ?::uuid',
  },
});

export function auditEntryView(row: AuditRow): AuditEntryView {
  const { id, operation, record, parent, changes, network, requestId } = row;
  return {
    auditEntryId: wireId('audit', id),
    occurredAt: wireTime(momentOfUuid(id)),
    operation,
    recordId: record,
    parentRecordId: parent,
    actor: { type: row.actorType, id: row.actor, name: row.actorName, network, requestId },
    changedFields: changes?.fields ?? [],
    values: (changes?.values ?? []).map(([field, before, after]) => ({ field, before, after })),
  };
}
