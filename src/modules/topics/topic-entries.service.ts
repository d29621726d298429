import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Events } from '../../shared/events/events.js';
import type { Precondition } from '../../shared/http/precondition.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import { placeAfter } from './sort-order.js';
import { TopicEntry } from './topic-entry.entity.js';
import { entryView } from './topic-views.js';
import { Topic } from './topic.entity.js';
import type { CreateTopicEntry, TopicEntryView, UpdateTopicEntry } from './topics.dto.js';

const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE };

@Injectable()
export class TopicEntriesService {
  constructor(
    private readonly em: EntityManager,
    private readonly events: Events,
  ) {}

  async create(topicId: string, { content, sortOrder }: CreateTopicEntry): Promise<TopicEntryView> {
    const topic = await this.em.findOne(Topic, topicId, LOCKED);
    if (!topic) throw notFound('topic');
    const entry = this.em.create(TopicEntry, {
      topic,
      sortOrder: sortOrder ?? placeAfter(await this.lastOf(topic)),
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

  /** An entry of another topic is not found, like one that does not exist. */
  private async load(topicId: string, entryId: string): Promise<TopicEntry> {
    const entry = await this.em.findOne(TopicEntry, { id: entryId, topic: topicId }, LOCKED);
    if (!entry) throw notFound('entry');
    return entry;
  }

  private lastOf(topic: Topic): Promise<TopicEntry | null> {
    return this.em.findOne(TopicEntry, { topic }, { orderBy: { sortOrder: 'desc' } });
  }

  private record(type: string, entry: TopicEntry): void {
    const { topicId, topicEntryId } = viewOf(entry);
    this.events.record({ type, topicId, topicEntryId });
  }
}

function viewOf(entry: TopicEntry): TopicEntryView {
  return entryView(entry, wireId('topic', entry.topic.id));
}
