import { wireId } from '../built.ts';

export interface EntryRow {
  id: string;
  sortOrder: number;
  type: string;
  content: string;
  createdAt: number;
  updatedAt: number;
}

export interface TopicRow {
  id: string;
  title: string;
  purpose: string | null;
  sortOrder: number;
  isDefault: boolean;
  createdAt: number;
  updatedAt: number;
  entries: EntryRow[];
}

const millis = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

/** A topic and its entries in one row. */
export const TOPIC_COLUMNS = `
  t.id, t.title, t.purpose, t.sort_order::float8 as "sortOrder", t.is_default as "isDefault",
  ${millis('t.created_at')} as "createdAt", ${millis('t.updated_at')} as "updatedAt",
  coalesce((
    select json_agg(json_build_object(
      'id', e.id, 'sortOrder', e.sort_order, 'type', e.content_type, 'content', e.content_text,
      'createdAt', ${millis('e.created_at')}, 'updatedAt', ${millis('e.updated_at')}
    ) order by e.sort_order, e.id)
    from topic_entry e where e.topic_id = t.id
  ), '[]') as entries`;

export function topicAnswer(topic: TopicRow): object {
  const topicId = wireId('topic', topic.id);
  return {
    topicId,
    title: topic.title,
    purpose: topic.purpose,
    sortOrder: topic.sortOrder,
    isDefault: topic.isDefault,
    createdAt: `+${topic.createdAt}`,
    updatedAt: `+${topic.updatedAt}`,
    entries: topic.entries.map((entry) => entryAnswer(entry, topicId)),
  };
}

export function entryAnswer(entry: EntryRow, topicId: string): object {
  return {
    topicEntryId: wireId('entry', entry.id),
    topicId,
    sortOrder: entry.sortOrder,
    content: { type: entry.type, content: entry.content },
    createdAt: `+${entry.createdAt}`,
    updatedAt: `+${entry.updatedAt}`,
  };
}
