import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists, type PageRequest } from '../../shared/database/lists.js';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { TenantLock } from '../../shared/database/tenant-lock.js';
import { Events } from '../../shared/events/events.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/kernel/list-page.js';
import { placeAfter } from './sort-order.js';
import { TopicEntry } from './topic-entry.entity.js';
import { topicById, topicList } from './topic-reads.js';
import { topicView } from './topic-views.js';
import { Topic } from './topic.entity.js';
import type { TopicEventKind } from './topics.events.js';
import type { CreateTopic, TopicView, UpdateTopic } from './topics.dto.js';

@Injectable()
export class TopicsService {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly tenantLock: TenantLock,
    private readonly events: Events,
  ) {}

  list(query: PageRequest): Promise<ListPage<TopicView>> {
    return this.lists.page(topicList, query, (rows) => rows.map((row) => topicView(row, row.entries)));
  }

  async get(topicId: string): Promise<TopicView> {
    const row = await this.reads.one(topicById, topicId);
    if (!row) throw notFound('topic');
    return topicView(row, row.entries);
  }

  async create({ title, purpose = null, sortOrder }: CreateTopic): Promise<TopicView> {
    await this.tenantLock.acquire('topics');
    const last = await this.em.findOne(Topic, {}, { orderBy: { sortOrder: 'desc' } });
    const topic = this.em.create(Topic, {
      title,
      purpose,
      sortOrder: sortOrder ?? placeAfter(last?.sortOrder),
      isDefault: last === null,
    });
    this.record('topic.created', topic);
    return topicView(topic, []);
  }

  async update(topicId: string, change: UpdateTopic, precondition: Precondition): Promise<TopicView> {
    const { topic, entries } = await this.load(topicId);
    precondition.assertHolds(topicView(topic, entries));
    topic.change(change);
    this.record('topic.updated', topic);
    return topicView(topic, entries);
  }

  async delete(topicId: string, precondition: Precondition): Promise<TopicView> {
    await this.tenantLock.acquire('topics');
    const { topic, entries } = await this.load(topicId);
    const view = topicView(topic, entries);
    precondition.assertHolds(view);
    // Flushed at once, because there is never more than one default.
    await this.em.remove(topic).flush();
    if (topic.isDefault) await this.appointDefault();
    this.record('topic.deleted', topic);
    return view;
  }

  private async appointDefault(): Promise<void> {
    const next = await this.em.findOne(Topic, {}, { orderBy: { sortOrder: 'asc', id: 'asc' } });
    if (!next) return;
    next.becomeDefault();
    this.record('topic.updated', next);
  }

  /** Locked, so that what is checked is still so when it is changed. */
  private async load(topicId: string): Promise<{ topic: Topic; entries: TopicEntry[] }> {
    const topic = await this.em.findOne(Topic, topicId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!topic) throw notFound('topic');
    // Only to be shown: as managed entities they would be cut loose, one by one, when the topic is removed.
    const entries = await this.em.find(
      TopicEntry,
      { topic },
      { orderBy: { sortOrder: 'asc', id: 'asc' }, disableIdentityMap: true },
    );
    return { topic, entries };
  }

  private record(type: TopicEventKind, topic: Topic): void {
    this.events.record({ type, topicId: wireId('topic', topic.id) });
  }
}
