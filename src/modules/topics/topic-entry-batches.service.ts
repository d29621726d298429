import { Injectable } from '@nestjs/common';
import { fieldsOfNew } from '../../shared/audit/field-changes.js';
import { actOnItems, type BatchResults } from '../../shared/batches/batch-results.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import { storedEntryColumns, TopicEntry } from './topic-entry.entity.js';
import { assertWithinLimit, usageWith } from './topic-limits.js';
import { entryView, lockTopic, topicUsage } from './topic-reads.js';
import type { CreateTopicEntries, TopicEntryView } from './topics.dto.js';

const insertEntries = PreparedWrite.insertAll('topic_entry', storedEntryColumns.columns);

/** Adds many entries to a topic with as many statements as one entry needs (decision 108). */
@Injectable()
export class TopicEntryBatchesService {
  constructor(
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly events: Events,
  ) {}

  async create(id: string, batch: CreateTopicEntries): Promise<BatchResults<TopicEntryView>> {
    await this.recordLock.wait(id);
    const [topic, stored] = await Promise.all([
      this.reads.one(lockTopic, id),
      this.reads.one(topicUsage, id),
    ]);
    if (!topic) throw notFound('topic');
    let usage = stored!;
    const topicId = wireId('topic', id);
    const entries: TopicEntry[] = [];
    const results = await actOnItems(batch, (item) => {
      assertWithinLimit(usage, item.content);
      const entry = TopicEntry.create(id, item, usage.lastSortOrder);
      usage = usageWith(usage, entry);
      entries.push(entry);
      const view = entryView(entry, topicId);
      const { topicEntryId } = view;
      this.events.record({ type: 'topic.entry.created', topicId, topicEntryId }, fieldsOfNew(entry));
      return view;
    });
    if (entries.length > 0) this.writes.atCommit(insertEntries, storedEntryColumns.toRows(entries));
    return results;
  }
}
