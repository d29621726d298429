import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { topicsForComposing, type TopicForComposing } from './topics-for-composing.js';

/** Topics, for other modules. */
@Injectable()
export class TopicsApi {
  constructor(private readonly reads: PreparedReads) {}

  /** The tenant's topics that have texts, in order. */
  forComposing(): Promise<TopicForComposing[]> {
    return this.reads.all(topicsForComposing);
  }
}
