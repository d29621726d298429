import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { uuidsOf, wireId } from '../../shared/kernel/ids.js';
import {
  allTopicsForComposing,
  topicListsForComposing,
  topicsForComposing,
  type TopicForComposing,
} from './topics-for-composing.js';

const knownTopics = new PreparedRead<{ id: string }>(
  'topics.known',
  'select id from topic where tenant_id = $1 and id = any($2)',
  { isShort: true },
);

/** Topics, for other modules. Their ids are `topic_…`. */
@Injectable()
export class TopicsApi {
  constructor(private readonly reads: PreparedReads) {}

  /** These topics in the given order, or all of the tenant in theirs. Topics without texts are absent. */
  async forComposing(topicIds?: readonly string[]): Promise<TopicForComposing[]> {
    if (!topicIds) return this.reads.all(allTopicsForComposing);
    return topicIds.length > 0 ? this.reads.all(topicsForComposing, uuidsOf('topic', topicIds)) : [];
  }

  /** The same for many lists, read at once: returns a function from one of the lists to its topics. */
  async forComposingLists(
    lists: readonly (readonly string[])[],
  ): Promise<(topicIds: readonly string[]) => TopicForComposing[]> {
    const different = [...new Map(lists.map((list) => [list.join(), list])).values()];
    const uuids = JSON.stringify(different.map((ids) => uuidsOf('topic', ids)));
    const rows = different.length > 0 ? await this.reads.all(topicListsForComposing, uuids) : [];
    const found = new Map(different.map((list): [string, TopicForComposing[]] => [list.join(), []]));
    for (const { list, ...topic } of rows) found.get(different[list - 1]!.join())!.push(topic);
    return (topicIds) => found.get(topicIds.join())!;
  }

  /** Those of the ids that topics have. */
  async known(topicIds: readonly string[]): Promise<Set<string>> {
    if (topicIds.length === 0) return new Set();
    const rows = await this.reads.all(knownTopics, uuidsOf('topic', topicIds));
    return new Set(rows.map(({ id }) => wireId('topic', id)));
  }
}
