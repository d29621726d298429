import { Module } from '@nestjs/common';
import { TopicEntriesController } from './topic-entries.controller.js';
import { TopicEntriesService } from './topic-entries.service.js';
import { TopicEntryBatchesService } from './topic-entry-batches.service.js';
import { TopicSearchApi } from './search/topic-search.api.js';
import { TopicsApi } from './topics.api.js';
import { TopicsController } from './topics.controller.js';
import { TopicsService } from './topics.service.js';

@Module({
  controllers: [TopicsController, TopicEntriesController],
  providers: [TopicsService, TopicEntriesService, TopicEntryBatchesService, TopicsApi, TopicSearchApi],
  exports: [TopicsApi, TopicSearchApi],
})
export class TopicsModule {}
