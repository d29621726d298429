import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import type { FoyerModule } from '../../shared/foyer-module.js';
import { exampleId, exampleUuid, isSample } from '../../shared/kernel/example-ids.js';

const insertEntry = PreparedWrite.insert('audit_entry', [
  ...['id', 'operation', 'record', 'changes'],
  ...['actor_type', 'actor', 'actor_name', 'network', 'request_id'],
]);

/** The entry that the examples in the docs show: the creation of their topic. */
export const sampleAuditEntries: FoyerModule['sample'] = async (_em, app) => {
  const changes = {
    fields: ['title', 'purpose', 'sortOrder', 'isDefault'],
    values: [['sortOrder', null, 0]],
  };
  app
    .get(PreparedWrites)
    .atCommit(
      insertEntry,
      ...[exampleUuid('audit'), 'topic.created', exampleId('topic'), JSON.stringify(changes)],
      ...['api_key', exampleId('key'), 'Newsletter tool', '203.0.113.0/24', exampleId('req')],
    );
};

export const removeSampleAuditEntries = [
  `delete from audit_entry where tenant_id = $1 and ${isSample('id')}`,
];
