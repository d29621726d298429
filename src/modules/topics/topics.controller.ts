import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromBody, FromQuery, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { TimedListQuery } from '../../shared/fields/list.dto.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { TO_DELETE } from '../../shared/kernel/example-ids.js';
import {
  CreateTopic,
  TopicListView,
  TopicTitleListView,
  TopicTitlesQuery,
  TopicView,
  UpdateTopic,
} from './topics.dto.js';
import { TopicsService } from './topics.service.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { topicList, topicTitleList } from './topic-reads.js';

@Controller()
@ApiTags('topics')
export class TopicsController {
  constructor(private readonly topics: TopicsService) {}

  @Endpoint('GET /v0/topics', {
    summary: 'List topics',
    description: `All topics with their entries, by \`sortOrder\`, then by age. ${aboutCombinations(topicList.source)}`,
    access: 'topics:read',
    answer: TopicListView,
  })
  listTopics(@FromQuery() query: TimedListQuery) {
    return this.topics.list(query);
  }

  @Endpoint('GET /v0/topics/titles', {
    summary: 'List the titles of topics',
    description: `All topics without their entries, by \`sortOrder\`, then by age. ${aboutCombinations(topicTitleList.source)}`,
    access: 'topics:read',
    answer: TopicTitleListView,
  })
  listTopicTitles(@FromQuery() query: TopicTitlesQuery) {
    return this.topics.titles(query);
  }

  @Endpoint('POST /v0/topics', {
    summary: 'Create a topic',
    description: "The tenant's first topic becomes its default topic.",
    access: 'topics:write',
    answer: TopicView,
    status: 201,
  })
  createTopic(@FromBody() body: CreateTopic) {
    return this.topics.create(body);
  }

  @Endpoint('GET /v0/topics/{topic_id}', {
    summary: 'Get a topic',
    description: 'One topic with its entries.',
    access: 'topics:read',
    answer: TopicView,
  })
  getTopic(@PathId('topic_id') topicId: string) {
    return this.topics.get(topicId);
  }

  @Endpoint('PATCH /v0/topics/{topic_id}', {
    summary: 'Update a topic',
    description: 'Changes the given fields.',
    access: 'topics:write',
    answer: TopicView,
  })
  updateTopic(
    @PathId('topic_id') topicId: string,
    @FromBody() body: UpdateTopic,
    @IfMatch() precondition: Precondition,
  ) {
    return this.topics.update(topicId, body, precondition);
  }

  @Endpoint('DELETE /v0/topics/{topic_id}', {
    summary: 'Delete a topic',
    description:
      'Deletes the topic with its entries permanently, and returns it as it was. ' +
      'If it was the default topic, the first remaining topic becomes the default.',
    access: 'topics:write',
    answer: TopicView,
  })
  deleteTopic(
    @PathId('topic_id', 'topic', TO_DELETE) topicId: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.topics.delete(topicId, precondition);
  }
}
