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

/** After a place, in order; the last parameter says whether to count them all. */
export const topicPage = new PreparedRead<TopicRow & { totalCount: number | null }>(
  'topic.page',
  `select ${TOPIC},
     case when $5::boolean then (select count(*)::float8 from topic where tenant_id = $1) end as "totalCount"
   from topic t
   where t.tenant_id = $1 and (t.sort_order, t.id) > ($2::bigint, $3::uuid)
   order by t.sort_order, t.id
   limit $4`,
);
