import type { RecordOf } from '../../shared/database/records/column-map.js';
import { ListRead } from '../../shared/database/lists/list-read.js';
import { bySubstring } from '../../shared/database/lists/text-filters.js';
import { byTime } from '../../shared/database/lists/time-filters.js';
import { PreparedRead } from '../../shared/database/records/prepared-reads.js';
import { wireId } from '../../shared/kernel/ids.js';
import { entryColumns, entryFields, entryTimestamps } from './topic-entry.entity.js';
import type { TopicUsage } from './topic-limits.js';
import { topicFields } from './topic.entity.js';
import type { TopicEntryView, TopicTitleView, TopicView } from './topics.dto.js';

/** The input of a view. Entities and rows both have this shape. */
export type EntryRecord = RecordOf<typeof entryColumns>;
export type TopicRecord = RecordOf<typeof topicFields> & { id: string };

interface TopicRow extends TopicRecord {
  entries: EntryRecord[];
}

interface TopicTitleRow extends TopicRecord {
  entriesCount: number;
}

const ENTRIES = `select ${entryColumns.select('e')} from topic_entry e`;

const ITS_ENTRIES = 'e.tenant_id = $1 and e.topic_id = t.id';

const TOPIC = `
  t.id, ${topicFields.select('t')},
  coalesce((
    select json_agg(entry) from (${ENTRIES} where ${ITS_ENTRIES} order by e.sort_order, e.id) entry
  ), '[]') as entries`;

const ENTRIES_BYTES = `
  coalesce((select sum(${entryColumns.bytes('e')}) from topic_entry e where ${ITS_ENTRIES}), 0)`;

export const topicById = new PreparedRead<TopicRow>(
  'topic.by_id',
  `select ${TOPIC} from topic t where t.tenant_id = $1 and t.id = $2`,
  { isShort: true },
);

export const topicList = new ListRead<TopicRow>('topics', {
  columns: TOPIC,
  bytes: `${topicFields.bytes('t')} + ${ENTRIES_BYTES}`,
  from: 'topic t',
  alias: 't',
  order: { 't.sort_order': 'bigint', 't.id': 'uuid' },
  direction: 'asc',
  ...byTime('t'),
  indexed: [],
});

const { sorts, filters } = byTime('t');

/** Reads no text of an entry: an index counts the entries. */
export const topicTitleList = new ListRead<TopicTitleRow>('topics.titles', {
  columns: `
    t.id, ${topicFields.select('t')},
    (select count(*)::float8 from topic_entry e where ${ITS_ENTRIES}) as "entriesCount"`,
  bytes: topicFields.bytes('t'),
  from: 'topic t',
  alias: 't',
  order: { 't.sort_order': 'bigint', 't.id': 'uuid' },
  direction: 'asc',
  sorts,
  filters: { ...bySubstring('t.title'), topicIds: 't.id = any(?::uuid[])', ...filters },
  indexed: [],
  unordered: ['topicIds'],
});

/** Every change of an entry locks its topic: the API returns both as one record. */
export const lockTopic = new PreparedRead<{ id: string }>(
  'topic.lock',
  'select id from topic where tenant_id = $1 and id = $2 for update',
);

export const entriesOfTopic = new PreparedRead<EntryRecord>(
  'topic.entries',
  `${ENTRIES} where e.tenant_id = $1 and e.topic_id = $2 order by e.sort_order, e.id`,
);

export const entryById = new PreparedRead<EntryRecord>(
  'topic.entry_by_id',
  `${ENTRIES} where e.tenant_id = $1 and e.topic_id = $2 and e.id = $3`,
  { isShort: true },
);

export const topicUsage = new PreparedRead<TopicUsage & { lastSortOrder: number | null }>(
  'topic.usage',
  `select count(*)::float8 as entries, max(sort_order)::float8 as "lastSortOrder",
          coalesce(sum(octet_length(content_type) + octet_length(content_text)), 0)::float8 as "contentBytes"
   from topic_entry where tenant_id = $1 and topic_id = $2`,
);

export function topicView(topic: TopicRecord, entries: readonly EntryRecord[]): TopicView {
  const topicId = wireId('topic', topic.id);
  return {
    topicId,
    ...topicFields.toView(topic),
    entries: entries.map((entry) => entryView(entry, topicId)),
  };
}

export function topicTitleView({ id, entriesCount, ...topic }: TopicTitleRow): TopicTitleView {
  return { topicId: wireId('topic', id), ...topicFields.toView(topic), entriesCount };
}

export function entryView(entry: EntryRecord, topicId: string): TopicEntryView {
  return {
    topicEntryId: wireId('entry', entry.id),
    topicId,
    ...entryFields.toView(entry),
    content: { type: entry.contentType, content: entry.contentText },
    ...entryTimestamps.toView(entry),
  };
}
