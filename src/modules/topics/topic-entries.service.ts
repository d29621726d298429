import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { Events } from '../../shared/events/events.js';
import type { Precondition } from '../../shared/http/precondition.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import { placeAfter } from './sort-order.js';
import { TopicEntry } from './topic-entry.entity.js';
import { assertRoom, holdingsOf, sizeOf, type Holdings } from './topic-room.js';
import { entryView } from './topic-views.js';
import { Topic } from './topic.entity.js';
import type { CreateTopicEntry, TopicEntryView, UpdateTopicEntry } from './topics.dto.js';

@Injectable()
export class TopicEntriesService {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly events: Events,
  ) {}

  async create(topicId: string, { content, sortOrder }: CreateTopicEntry): Promise<TopicEntryView> {
    const topic = await this.lockTopic(topicId);
    const held = await this.holdings(topic);
    assertRoom(held, content);
    const entry = this.em.create(TopicEntry, {
      topic,
      sortOrder: sortOrder ?? placeAfter(held.lastSortOrder),
      contentType: content.type,
      contentText: content.content,
    });
    this.record('topic.entry.created', entry);
    return viewOf(entry);
  }

  async update(
    topicId: string,
    entryId: string,
    change: UpdateTopicEntry,
    precondition: Precondition,
  ): Promise<TopicEntryView> {
    const entry = await this.load(topicId, entryId);
    precondition.assertHolds(viewOf(entry));
    if (change.content) assertRoom(await this.holdingsBeside(entry), change.content);
    entry.change(change);
    this.record('topic.entry.updated', entry);
    return viewOf(entry);
  }

  async delete(topicId: string, entryId: string, precondition: Precondition): Promise<TopicEntryView> {
    const entry = await this.load(topicId, entryId);
    const view = viewOf(entry);
    precondition.assertHolds(view);
    this.em.remove(entry);
    this.record('topic.entry.deleted', entry);
    return view;
  }

  /** Whoever changes an entry holds its topic: what the topic answers is as one record. */
  private async lockTopic(topicId: string): Promise<Topic> {
    const topic = await this.em.findOne(Topic, topicId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!topic) throw notFound('topic');
    return topic;
  }

  /** An entry of another topic is not found, like one that does not exist. */
  private async load(topicId: string, entryId: string): Promise<TopicEntry> {
    const topic = await this.lockTopic(topicId);
    const entry = await this.em.findOne(TopicEntry, { id: entryId, topic });
    if (!entry) throw notFound('entry');
    return entry;
  }

  private async holdings(topic: Topic): Promise<Holdings> {
    return (await this.reads.one(holdingsOf, topic.id))!;
  }

  private async holdingsBeside(entry: TopicEntry): Promise<Holdings> {
    const { count, bytes, lastSortOrder } = await this.holdings(entry.topic);
    return { count: count - 1, bytes: bytes - sizeOf(viewOf(entry).content), lastSortOrder };
  }

  private record(type: string, entry: TopicEntry): void {
    const { topicId, topicEntryId } = viewOf(entry);
    this.events.record({ type, topicId, topicEntryId });
  }
}

function viewOf(entry: TopicEntry): TopicEntryView {
  return entryView(entry, wireId('topic', entry.topic.id));
}
