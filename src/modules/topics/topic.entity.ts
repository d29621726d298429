import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../shared/database/records/column-map.js';
import { bigNumber, newRecord, recordColumns, timestamps } from '../../shared/database/records/columns.js';
import { detached } from '../../shared/database/records/detached.js';
import { clock } from '../../shared/kernel/clock.js';

/** The stored fields of a topic that its view shows. */
export const topicFields = columns({
  title: p.text(),
  purpose: p.text().nullable(),
  sortOrder: bigNumber(),
  isDefault: p.boolean(),
  ...timestamps,
});

const TopicSchema = defineEntity({
  name: 'Topic',
  tableName: 'topic',
  properties: { ...recordColumns, ...topicFields.properties },
});

export interface NewTopic {
  title: string;
  purpose?: string | null;
  /** Without it, the topic becomes the last one. */
  sortOrder?: number;
}

/** A subject for pages, with its pieces of content in order. */
export class Topic extends TopicSchema.class {
  /** A tenant with topics has exactly one default topic. `last` is the tenant's last topic, or null. */
  static create({ title, purpose = null, sortOrder }: NewTopic, last: Topic | null): Topic {
    return detached(Topic, {
      ...newRecord(),
      title,
      purpose,
      sortOrder: sortOrder ?? sortOrderAfter(last?.sortOrder),
      isDefault: last === null,
    });
  }

  change({ title = this.title, sortOrder = this.sortOrder }: { title?: string; sortOrder?: number }): void {
    this.title = title;
    this.sortOrder = sortOrder;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  becomeDefault(): void {
    this.isDefault = true;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }
}

TopicSchema.setClass(Topic);

/** At the maximum number, several records share the last position, and their age decides. */
export function sortOrderAfter(last: number | null | undefined): number {
  return typeof last === 'number' ? Math.min(last + 1, Number.MAX_SAFE_INTEGER) : 0;
}
