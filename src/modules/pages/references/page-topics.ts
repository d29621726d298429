import { Injectable } from '@nestjs/common';
import { invalid, unknownReference } from '../../../shared/kernel/errors.js';
import { TopicsApi } from '../../topics/index.js';

/** The parts of a request that name topics. */
export interface TopicsRequest {
  topicIds?: readonly string[] | null;
  topicIdsOverride?: readonly string[] | null;
}

/** The topics that pages show and answer from. A topic that is deleted later drops out, so nothing is locked. */
@Injectable()
export class PageTopics {
  constructor(private readonly topics: TopicsApi) {}

  /** Each topic must exist, and is named once. */
  async assertUsable(request: TopicsRequest, at = ''): Promise<void> {
    (await this.known([request]))(request, at);
  }

  /** The same for many: returns a function that refuses one of them. */
  async known(requests: readonly TopicsRequest[]): Promise<(request: TopicsRequest, at?: string) => void> {
    const ids = requests.flatMap(({ topicIds, topicIdsOverride }) => [
      ...(topicIds ?? []),
      ...(topicIdsOverride ?? []),
    ]);
    const known = await this.topics.known([...new Set(ids)]);
    return ({ topicIds, topicIdsOverride }, at = '') => {
      assertList(topicIds ?? [], `${at}/topicIds`, known);
      assertList(topicIdsOverride ?? [], `${at}/topicIdsOverride`, known);
    };
  }
}

function assertList(ids: readonly string[], at: string, known: ReadonlySet<string>): void {
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeated !== -1)
    throw invalid([
      {
        ...{ pointer: `${at}/${repeated}`, code: 'duplicate' },
        message: `${at.slice(1).replaceAll('/', '.')}.${repeated} repeats an earlier topic of the list.`,
      },
    ]);
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown === -1) return;
  throw unknownReference(
    'topic_not_found',
    `${at}/${unknown}`,
    'There is no topic with this topicId. It may have been deleted.',
    { kind: 'topic', id: ids[unknown]! },
  );
}
