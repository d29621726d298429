import type { FoyerModule } from '../../shared/foyer-module.js';
import { topicList, topicTitleList } from './topic-reads.js';
import { TopicEntry } from './topic-entry.entity.js';
import { Topic } from './topic.entity.js';
import { topicEvents } from './topics.events.js';
import { topicMigrations } from './topics.migration.js';
import { TopicsModule } from './topics.module.js';
import { removeSampleTopics, sampleTopics } from './topics.sample.js';
import { showcaseTopics } from './topics.showcase.js';
import { topicProblems } from './topics.problems.js';

export { assertSearchedIn, assertSearchLanguage, searchIn } from './search/search-language.js';
export { MAX_QUESTION_LENGTH } from './search/question-words.js';
export { type Match } from './search/search-reads.js';
export { TopicSearchApi, type FoundPassage } from './search/topic-search.api.js';
export type { TopicForComposing } from './topics-for-composing.js';
export { TopicsApi } from './topics.api.js';
export { showcaseTopicId } from './topics.showcase.js';
export { TopicsModule } from './topics.module.js';

export const topics: FoyerModule = {
  nest: TopicsModule,
  tags: { topics: 'Content that pages can draw on' },
  entities: [Topic, TopicEntry],
  migrations: topicMigrations,
  events: topicEvents,
  jobs: [],
  lists: [topicList, topicTitleList],
  scopes: ['topics:read', 'topics:write'],
  problems: topicProblems,
  sample: sampleTopics,
  showcase: showcaseTopics,
  removeSample: removeSampleTopics,
};
