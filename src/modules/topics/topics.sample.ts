import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { TopicEntry } from './topic-entry.entity.js';
import { Topic } from './topic.entity.js';

/** The records that the examples in the docs name. */
export async function sampleTopics(em: EntityManager): Promise<void> {
  const topic = Topic.create({ title: 'Getting started', purpose: 'What a newcomer asks first' }, null);
  topic.id = exampleUuid('topic');
  await em.persist(topic).flush(); // the entry refers to it by its id alone
  const content = {
    type: 'markdown',
    content: 'A topic holds pieces of content that pages can draw on.',
  };
  const entry = TopicEntry.create(topic.id, { content }, null);
  entry.id = exampleUuid('entry');
  em.persist(entry);
}
