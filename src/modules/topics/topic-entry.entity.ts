import { defineEntity, p } from '@mikro-orm/core';
import { bigNumber, recordColumns } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';
import { Topic } from './topic.entity.js';

export interface EntryContent {
  type: string;
  content: string;
}

const TopicEntrySchema = defineEntity({
  name: 'TopicEntry',
  tableName: 'topic_entry',
  properties: {
    ...recordColumns,
    topic: () => p.manyToOne(Topic).deleteRule('cascade'),
    sortOrder: bigNumber(),
    contentType: p.text(),
    contentText: p.text(),
  },
});

/** One piece of a topic's content. */
export class TopicEntry extends TopicEntrySchema.class {
  change({ content, sortOrder = this.sortOrder }: { content?: EntryContent; sortOrder?: number }): void {
    this.contentType = content?.type ?? this.contentType;
    this.contentText = content?.content ?? this.contentText;
    this.sortOrder = sortOrder;
    this.updatedAt = clock.now();
  }
}

TopicEntrySchema.setClass(TopicEntry);
