import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BatchView } from '../../shared/http/batches/batch-view.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromBatch, FromBody, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { TO_DELETE } from '../../shared/kernel/example-ids.js';
import { TopicEntryBatchesService } from './topic-entry-batches.service.js';
import { TopicEntriesService } from './topic-entries.service.js';
import { MAX_CONTENT_BYTES, MAX_ENTRIES } from './topic-limits.js';
import { CreateTopicEntries, CreateTopicEntry, TopicEntryView, UpdateTopicEntry } from './topics.dto.js';

const FULL = {
  code: 'topic_full',
  when: `The topic is full: it has ${MAX_ENTRIES} entries, or ${MAX_CONTENT_BYTES} bytes of content.`,
};

const TopicEntryBatchView = BatchView('TopicEntryBatch', () => TopicEntryView);

@Controller()
@ApiTags('topics')
export class TopicEntriesController {
  constructor(
    private readonly entries: TopicEntriesService,
    private readonly batches: TopicEntryBatchesService,
  ) {}

  @Endpoint('POST /v0/topics/{topic_id}/entries', {
    summary: 'Add an entry to a topic',
    description: 'Without `sortOrder`, the entry becomes the last one.',
    access: 'topics:write',
    conflict: FULL,
    answer: TopicEntryView,
    status: 201,
  })
  createTopicEntry(@PathId('topic_id') topicId: string, @FromBody() body: CreateTopicEntry) {
    return this.entries.create(topicId, body);
  }

  @Endpoint('POST /v0/topics/{topic_id}/entries/batch', {
    summary: 'Add many entries to a topic',
    description: 'Items without `sortOrder` become the last ones, in their order.',
    access: 'topics:write',
    conflict: FULL,
    answer: TopicEntryBatchView,
  })
  createTopicEntries(@PathId('topic_id') topicId: string, @FromBatch() body: CreateTopicEntries) {
    return this.batches.create(topicId, body);
  }

  @Endpoint('GET /v0/topics/{topic_id}/entries/{entry_id}', {
    summary: 'Get an entry of a topic',
    description: 'One entry. Its ETag is for changes of the entry.',
    access: 'topics:read',
    answer: TopicEntryView,
  })
  getTopicEntry(@PathId('topic_id') topicId: string, @PathId('entry_id') entryId: string) {
    return this.entries.get(topicId, entryId);
  }

  @Endpoint('PATCH /v0/topics/{topic_id}/entries/{entry_id}', {
    summary: 'Update an entry of a topic',
    description: 'Changes the given fields. `content` is replaced as a whole.',
    access: 'topics:write',
    conflict: FULL,
    answer: TopicEntryView,
  })
  updateTopicEntry(
    @PathId('topic_id') topicId: string,
    @PathId('entry_id') entryId: string,
    @FromBody() body: UpdateTopicEntry,
    @IfMatch() precondition: Precondition,
  ) {
    return this.entries.update(topicId, entryId, body, precondition);
  }

  @Endpoint('DELETE /v0/topics/{topic_id}/entries/{entry_id}', {
    summary: 'Delete an entry of a topic',
    description: 'Deletes the entry permanently, and returns it as it was.',
    access: 'topics:write',
    answer: TopicEntryView,
  })
  deleteTopicEntry(
    @PathId('topic_id') topicId: string,
    @PathId('entry_id', 'entry', TO_DELETE) entryId: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.entries.delete(topicId, entryId, precondition);
  }
}
