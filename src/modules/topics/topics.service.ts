import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { uuidArray } from '../../shared/database/lists/id-filters.js';
import { Lists, type PageRequest } from '../../shared/database/lists/lists.js';
import { substringFilterOf } from '../../shared/database/lists/text-filters.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { Events } from '../../shared/events/events.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import {
  entriesOfTopic,
  topicById,
  topicList,
  topicTitleList,
  topicTitleView,
  topicView,
  type EntryRecord,
} from './topic-reads.js';
import { Topic } from './topic.entity.js';
import type { TopicEventKind } from './topics.events.js';
import type { CreateTopic, TopicTitlesQuery, TopicTitleView, TopicView, UpdateTopic } from './topics.dto.js';

@Injectable()
export class TopicsService {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly tenantLock: TenantLock,
    private readonly events: Events,
  ) {}

  list(query: PageRequest): Promise<ListPage<TopicView>> {
    return this.lists.page(topicList, query, (rows) => rows.map((row) => topicView(row, row.entries)));
  }

  titles({ query, topicIds, ...page }: TopicTitlesQuery): Promise<ListPage<TopicTitleView>> {
    const filter = {
      ...substringFilterOf(query),
      topicIds: uuidArray(topicIds),
    };
    return this.lists.page(topicTitleList, page, (rows) => rows.map(topicTitleView), filter);
  }

  async get(topicId: string): Promise<TopicView> {
    const row = await this.reads.one(topicById, topicId);
    if (!row) throw notFound('topic');
    return topicView(row, row.entries);
  }

  async create(given: CreateTopic): Promise<TopicView> {
    await this.tenantLock.acquire('topics');
    const last = await this.em.findOne(Topic, {}, { orderBy: { sortOrder: 'desc' } });
    const topic = Topic.create(given, last);
    this.em.persist(topic);
    this.record('topic.created', topic);
    return topicView(topic, []);
  }

  async update(topicId: string, change: UpdateTopic, precondition: Precondition): Promise<TopicView> {
    const { topic, entries } = await this.load(topicId, precondition);
    topic.change(change);
    this.record('topic.updated', topic);
    return topicView(topic, entries);
  }

  async delete(topicId: string, precondition: Precondition): Promise<TopicView> {
    await this.tenantLock.acquire('topics');
    const { topic, entries } = await this.load(topicId, precondition);
    // Flush at once, because a unique index allows only one default topic.
    await this.em.remove(topic).flush();
    if (topic.isDefault) await this.appointDefault();
    this.record('topic.deleted', topic);
    return topicView(topic, entries);
  }

  private async appointDefault(): Promise<void> {
    const next = await this.em.findOne(Topic, {}, { orderBy: { sortOrder: 'asc', id: 'asc' } });
    if (!next) return;
    next.becomeDefault();
    this.record('topic.updated', next);
  }

  /** Locks the topic, so the state that is checked cannot change before the write. */
  private async load(
    topicId: string,
    precondition: Precondition,
  ): Promise<{ topic: Topic; entries: EntryRecord[] }> {
    const topic = await this.recordLock.findOne(Topic, { id: topicId });
    if (!topic) throw notFound('topic');
    const entries = await this.reads.all(entriesOfTopic, topicId);
    precondition.assertHolds(topicView(topic, entries));
    return { topic, entries };
  }

  private record(type: TopicEventKind, topic: Topic): void {
    this.events.record({ type, topicId: wireId('topic', topic.id) });
  }
}
