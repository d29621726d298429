import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import type { EntryRecord, TopicRecord } from './topic-views.js';

interface TopicRow extends TopicRecord {
  entries: EntryRecord[];
}

const TOPIC = `
  t.id, t.title, t.purpose, t.sort_order::float8 as "sortOrder", t.is_default as "isDefault",
  ${millis('t.created_at')} as "createdAt", ${millis('t.updated_at')} as "updatedAt",
  coalesce((
    select json_agg(entry) from (
      select e.id, e.sort_order as "sortOrder", e.content_type as "contentType", e.content_text as "contentText",
             ${millis('e.created_at')} as "createdAt", ${millis('e.updated_at')} as "updatedAt"
      from topic_entry e where e.topic_id = t.id order by e.sort_order, e.id
    ) entry
  ), '[]') as entries`;

export const topicById = new PreparedRead<TopicRow>(
  'topic.by_id',
  `select ${TOPIC} from topic t where t.tenant_id = $1 and t.id = $2`,
);

export const topicList = new ListRead<TopicRow>('topics', {
  columns: TOPIC,
  from: 'topic t',
  alias: 't',
  order: { 't.sort_order': 'bigint', 't.id': 'uuid' },
  direction: 'asc',
});
