import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { Events } from '../../shared/events/events.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { clock } from '../../shared/kernel/clock.js';
import { notFound } from '../../shared/kernel/errors.js';
import { newUuid, wireId } from '../../shared/kernel/ids.js';
import { placeAfter } from './sort-order.js';
import { lockTopic, insertEntry, toInsertParams } from './topic-entry-writes.js';
import { TopicEntry } from './topic-entry.entity.js';
import { assertWithinLimit, holdingsOf, sizeOf, type Holdings } from './topic-room.js';
import { entryView } from './topic-views.js';
import type { CreateTopicEntry, TopicEntryView, UpdateTopicEntry } from './topics.dto.js';

@Injectable()
export class TopicEntriesService {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly events: Events,
  ) {}

  async create(topicId: string, { content, sortOrder }: CreateTopicEntry): Promise<TopicEntryView> {
    const [, held] = await Promise.all([this.hold(topicId), this.holdings(topicId)]);
    assertWithinLimit(held, content);
    const now = clock.now();
    const entry = {
      id: newUuid(),
      sortOrder: sortOrder ?? placeAfter(held.lastSortOrder),
      contentType: content.type,
      contentText: content.content,
      createdAt: now,
      updatedAt: now,
    };
    this.writes.atCommit(insertEntry, ...toInsertParams(topicId, entry));
    return this.changed('created', entryView(entry, wireId('topic', topicId)));
  }

  async update(
    topicId: string,
    entryId: string,
    change: UpdateTopicEntry,
    precondition: Precondition,
  ): Promise<TopicEntryView> {
    const entry = await this.load(topicId, entryId);
    precondition.assertHolds(viewOf(entry));
    if (change.content) assertWithinLimit(await this.holdingsBeside(entry), change.content);
    entry.change(change);
    return this.changed('updated', viewOf(entry));
  }

  async delete(topicId: string, entryId: string, precondition: Precondition): Promise<TopicEntryView> {
    const entry = await this.load(topicId, entryId);
    precondition.assertHolds(viewOf(entry));
    this.em.remove(entry);
    return this.changed('deleted', viewOf(entry));
  }

  private async hold(topicId: string): Promise<void> {
    if (!(await this.reads.one(lockTopic, topicId))) throw notFound('topic');
  }

  /** An entry of another topic is not found, like one that does not exist. */
  private async load(topicId: string, entryId: string): Promise<TopicEntry> {
    await this.hold(topicId);
    const entry = await this.em.findOne(TopicEntry, { id: entryId, topic: topicId });
    if (!entry) throw notFound('entry');
    return entry;
  }

  private async holdings(topicId: string): Promise<Holdings> {
    return (await this.reads.one(holdingsOf, topicId))!;
  }

  private async holdingsBeside(entry: TopicEntry): Promise<Holdings> {
    const { count, bytes, lastSortOrder } = await this.holdings(entry.topic.id);
    return { count: count - 1, bytes: bytes - sizeOf(viewOf(entry).content), lastSortOrder };
  }

  private changed(how: 'created' | 'updated' | 'deleted', view: TopicEntryView): TopicEntryView {
    const { topicId, topicEntryId } = view;
    this.events.record({ type: `topic.entry.${how}`, topicId, topicEntryId });
    return view;
  }
}

function viewOf(entry: TopicEntry): TopicEntryView {
  return entryView(entry, wireId('topic', entry.topic.id));
}
