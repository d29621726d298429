import { EventStreamReader } from '../support/api/event-stream-reader.js';
import type { UsedTestService } from '../support/test-service.js';

/** Streams of events, and topics that are made for them. */
export class TopicStreams {
  constructor(private readonly used: UsedTestService) {}

  open(query = '', key = this.used.service.home.key): Promise<EventStreamReader> {
    return EventStreamReader.open({ url: this.used.service.url, key, query });
  }

  async started(query?: string, key?: string): Promise<EventStreamReader> {
    return (await this.open(query, key)).started();
  }

  /** Returns the id of the topic. */
  async makeTopic(title = 'News', client = this.used.api): Promise<string> {
    return (await client.post('/v0/topics', { title }).expect(201)).body.topicId as string;
  }
}

/** The topics that the events of a stream are about. */
export function topicsIn({ events }: EventStreamReader): string[] {
  return events.map(({ data }) => (JSON.parse(data) as { payload: { topicId: string } }).payload.topicId);
}
