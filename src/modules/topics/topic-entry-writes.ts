import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { PreparedWrite } from '../../shared/database/prepared-writes.js';
import type { EntryRecord } from './topic-views.js';

/** Whoever changes an entry holds its topic: what the topic answers is as one record. */
export const lockTopic = new PreparedRead<{ id: string }>(
  'topic.hold',
  'select id from topic where tenant_id = $1 and id = $2 for update',
);

export const insertEntry = PreparedWrite.insert('topic_entry', [
  'topic_id',
  'id',
  'sort_order',
  'content_type',
  'content_text',
  'created_at',
  'updated_at',
]);

export function toInsertParams(topicId: string, entry: EntryRecord): unknown[] {
  const { id, sortOrder, contentType, contentText, createdAt, updatedAt } = entry;
  return [topicId, id, sortOrder, contentType, contentText, createdAt, updatedAt];
}
