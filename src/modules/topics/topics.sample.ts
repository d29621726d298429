import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid, isSample, TO_DELETE } from '../../shared/kernel/example-ids.js';
import { TopicEntry } from './topic-entry.entity.js';
import { Topic } from './topic.entity.js';

/** The records that the examples in the docs use. */
export async function sampleTopics(em: EntityManager): Promise<void> {
  const topic = Topic.create({ title: 'Getting started', purpose: 'What a newcomer asks first' }, null);
  topic.id = exampleUuid('topic');
  const obsolete = Topic.create({ title: 'Last season' }, topic);
  obsolete.id = exampleUuid('topic', TO_DELETE);
  await em.persist([topic, obsolete]).flush(); // the entries refer to it by id only
  const content = {
    type: 'markdown',
    content: 'A topic holds pieces of content that pages can draw on.',
  };
  const entry = TopicEntry.create(topic.id, { content }, null);
  entry.id = exampleUuid('entry');
  const outdated = TopicEntry.create(
    topic.id,
    { content: { ...content, content: 'There is a free plan.' } },
    entry.sortOrder,
  );
  outdated.id = exampleUuid('entry', TO_DELETE);
  em.persist([entry, outdated]);
}

export const removeSampleTopics = [`delete from topic where tenant_id = $1 and ${isSample('id')}`];
