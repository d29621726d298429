import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { fieldsOfNew, type FieldChanges } from '../../shared/audit/field-changes.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { entryColumns, TopicEntry } from './topic-entry.entity.js';
import { assertWithinLimit, usageWithout } from './topic-limits.js';
import { entryById, entryView, lockTopic, topicUsage } from './topic-reads.js';
import type { CreateTopicEntry, TopicEntryView, UpdateTopicEntry } from './topics.dto.js';

const insertEntry = PreparedWrite.insert('topic_entry', ['topic_id', ...entryColumns.columns]);

@Injectable()
export class TopicEntriesService {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly events: Events,
  ) {}

  /** An entry of another topic is not found, like one that does not exist. */
  async get(topicId: string, entryId: string): Promise<TopicEntryView> {
    const entry = await this.reads.one(entryById, topicId, entryId);
    if (!entry) throw notFound('entry');
    return entryView(entry, wireId('topic', topicId));
  }

  async create(topicId: string, given: CreateTopicEntry): Promise<TopicEntryView> {
    await this.recordLock.wait(topicId);
    const [topic, usage] = await Promise.all([this.reads.one(lockTopic, topicId), this.usageOf(topicId)]);
    if (!topic) throw notFound('topic');
    assertWithinLimit(usage, given.content);
    const entry = TopicEntry.create(topicId, given, usage.lastSortOrder);
    this.writes.atCommit(insertEntry, topicId, ...entryColumns.toParams(entry));
    return this.changed('created', entry, fieldsOfNew(entry));
  }

  async update(
    topicId: string,
    entryId: string,
    change: UpdateTopicEntry,
    precondition: Precondition,
  ): Promise<TopicEntryView> {
    const entry = await this.load(topicId, entryId, precondition);
    if (change.content) {
      const others = usageWithout(await this.usageOf(topicId), entry.content);
      assertWithinLimit(others, change.content);
    }
    entry.change(change);
    return this.changed('updated', entry);
  }

  async delete(topicId: string, entryId: string, precondition: Precondition): Promise<TopicEntryView> {
    const entry = await this.load(topicId, entryId, precondition);
    this.em.remove(entry);
    return this.changed('deleted', entry);
  }

  private async load(topicId: string, entryId: string, precondition: Precondition): Promise<TopicEntry> {
    await this.recordLock.wait(topicId);
    if (!(await this.reads.one(lockTopic, topicId))) throw notFound('topic');
    const entry = await this.em.findOne(TopicEntry, { id: entryId, topicId });
    if (!entry) throw notFound('entry');
    precondition.assertHolds(viewOf(entry));
    return entry;
  }

  private async usageOf(topicId: string) {
    return (await this.reads.one(topicUsage, topicId))!;
  }

  private changed(
    how: 'created' | 'updated' | 'deleted',
    entry: TopicEntry,
    changes?: FieldChanges,
  ): TopicEntryView {
    const view = viewOf(entry);
    const { topicId, topicEntryId } = view;
    this.events.record({ type: `topic.entry.${how}`, topicId, topicEntryId }, changes);
    return view;
  }
}

function viewOf(entry: TopicEntry): TopicEntryView {
  return entryView(entry, wireId('topic', entry.topicId));
}
