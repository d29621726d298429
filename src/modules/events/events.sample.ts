import type { FoyerModule } from '../../shared/foyer-module.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { clock } from '../../shared/kernel/clock.js';
import { exampleId, exampleUuid, isSample } from '../../shared/kernel/example-ids.js';

const insertEvent = PreparedWrite.insert('event', ['id', 'type', 'resource', 'payload', 'created_at']);

/** The event that the examples in the docs use: the creation of their topic. */
export const sampleEvents: FoyerModule['sample'] = async (_em, app) => {
  const [type, topicId] = ['topic.created', exampleId('topic')];
  const payload = JSON.stringify({ type, topicId });
  app.get(PreparedWrites).atCommit(insertEvent, exampleUuid('event'), type, topicId, payload, clock.now());
};

export const removeSampleEvents = [`delete from event where tenant_id = $1 and ${isSample('id')}`];
