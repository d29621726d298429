import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { TopicEntry } from './topic-entry.entity.js';
import { Topic } from './topic.entity.js';

/** The records that the examples in the docs name. */
export function sampleTopics(em: EntityManager): void {
  const topic = em.create(Topic, {
    id: exampleUuid('topic'),
    title: 'Getting started',
    purpose: 'What a newcomer asks first',
    sortOrder: 0,
    isDefault: true,
  });
  em.create(TopicEntry, {
    id: exampleUuid('entry'),
    topic,
    sortOrder: 0,
    contentType: 'markdown',
    contentText: 'A topic holds pieces of content that pages can draw on.',
  });
}
