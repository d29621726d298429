import type { FoyerModule } from '../../shared/foyer-module.js';
import { PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { keepEvents } from '../../shared/events/events.js';
import { clock } from '../../shared/kernel/clock.js';
import { exampleId, exampleUuid, isSample } from '../../shared/kernel/example-ids.js';

/** The event that the examples in the docs use: the creation of their topic. */
export const sampleEvents: FoyerModule['sample'] = async (_em, app) => {
  const [type, topicId] = ['topic.created', exampleId('topic')];
  const payload = JSON.stringify({ type, topicId });
  app
    .get(PreparedWrites)
    .atCommit(keepEvents, [exampleUuid('event')], [type], [topicId], [payload], clock.now());
};

export const removeSampleEvents = [`delete from event where tenant_id = $1 and ${isSample('id')}`];
