import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../shared/database/records/column-map.js';
import { bigNumber, newRecord, recordColumns, timestamps } from '../../shared/database/records/columns.js';
import { detached } from '../../shared/database/records/detached.js';
import { clock } from '../../shared/kernel/clock.js';
import { sortOrderAfter } from './topic.entity.js';

/** The stored fields of an entry that its view shows. The content is between these two groups. */
export const entryFields = columns({ sortOrder: bigNumber() });
export const entryTimestamps = columns(timestamps);

/** All stored columns of an entry except tenant and topic. */
export const entryColumns = columns({
  id: recordColumns.id,
  contentType: p.text(),
  contentText: p.text(),
  ...entryFields.properties,
  ...timestamps,
});

/** The columns that a batch stores. */
export const storedEntryColumns = columns({ topicId: p.uuid() }).and(entryColumns);

const TopicEntrySchema = defineEntity({
  name: 'TopicEntry',
  tableName: 'topic_entry',
  properties: { ...recordColumns, topicId: p.uuid(), ...entryColumns.properties },
});

export interface EntryContent {
  type: string;
  content: string;
}

export interface NewEntry {
  content: EntryContent;
  /** Without it, the entry becomes the last one. */
  sortOrder?: number;
}

/** One piece of a topic's content. */
export class TopicEntry extends TopicEntrySchema.class {
  static create(topicId: string, { content, sortOrder }: NewEntry, lastSortOrder: number | null): TopicEntry {
    return detached(TopicEntry, {
      ...newRecord(),
      topicId,
      contentType: content.type,
      contentText: content.content,
      sortOrder: sortOrder ?? sortOrderAfter(lastSortOrder),
    });
  }

  get content(): EntryContent {
    return { type: this.contentType, content: this.contentText };
  }

  change({ content = this.content, sortOrder = this.sortOrder }: Partial<NewEntry>): void {
    this.contentType = content.type;
    this.contentText = content.content;
    this.sortOrder = sortOrder;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }
}

TopicEntrySchema.setClass(TopicEntry);
