import { wireTime } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { TopicEntryView, TopicView } from './topics.dto.js';

/** What a view is made from. An entity has this shape, and so has a row of a prepared read. */
export interface EntryRecord {
  id: string;
  sortOrder: number;
  contentType: string;
  contentText: string;
  createdAt: Date | number;
  updatedAt: Date | number;
}

export interface TopicRecord {
  id: string;
  title: string;
  purpose?: string | null;
  sortOrder: number;
  isDefault: boolean;
  createdAt: Date | number;
  updatedAt: Date | number;
}

export function entryView(entry: EntryRecord, topicId: string): TopicEntryView {
  return {
    topicEntryId: wireId('entry', entry.id),
    topicId,
    sortOrder: entry.sortOrder,
    content: { type: entry.contentType, content: entry.contentText },
    createdAt: wireTime(entry.createdAt),
    updatedAt: wireTime(entry.updatedAt),
  };
}

export function topicView(topic: TopicRecord, entries: readonly EntryRecord[]): TopicView {
  const topicId = wireId('topic', topic.id);
  return {
    topicId,
    title: topic.title,
    purpose: topic.purpose ?? null,
    sortOrder: topic.sortOrder,
    isDefault: topic.isDefault,
    createdAt: wireTime(topic.createdAt),
    updatedAt: wireTime(topic.updatedAt),
    entries: entries.map((entry) => entryView(entry, topicId)),
  };
}
