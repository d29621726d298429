import { defineEntity, p } from '@mikro-orm/core';
import { bigNumber, recordColumns } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';

const TopicSchema = defineEntity({
  name: 'Topic',
  tableName: 'topic',
  properties: {
    ...recordColumns,
    title: p.text(),
    purpose: p.text().nullable(),
    sortOrder: bigNumber(),
    isDefault: p.boolean(),
  },
});

/** A subject that pages can speak of, with its pieces of content in order. */
export class Topic extends TopicSchema.class {
  change({ title = this.title, sortOrder = this.sortOrder }: { title?: string; sortOrder?: number }): void {
    this.title = title;
    this.sortOrder = sortOrder;
    this.updatedAt = clock.now();
  }

  /** Each tenant has one default topic, as long as it has any. */
  becomeDefault(): void {
    this.isDefault = true;
    this.updatedAt = clock.now();
  }
}

TopicSchema.setClass(Topic);
