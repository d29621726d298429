import { wireId } from '../setup/built.ts';

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

// Several times cheaper for the server than `extract`, which uses decimals; rounding makes it equally exact.
const millis = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`;

/** A topic and its entries in one row. */
export const TOPIC_COLUMNS = `
  t.id, t.title, t.purpose, t.sort_order::float8 as "sortOrder", t.is_default as "isDefault",
  ${millis('t.created_at')} as "createdAt", ${millis('t.updated_at')} as "updatedAt",
  coalesce((
    select json_agg(entry) from (
      select e.id, e.sort_order as "sortOrder", e.content_type as type, e.content_text as content,
        ${millis('e.created_at')} as "createdAt", ${millis('e.updated_at')} as "updatedAt"
      from topic_entry e where e.topic_id = t.id
      order by e.sort_order, e.id
    ) entry
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
