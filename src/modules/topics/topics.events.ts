import { defineEvents } from '../../shared/events/event-kind.js';
import { RecordId } from '../../shared/fields/fields.js';

export class TopicEvent {
  @RecordId('topic')
  topicId!: string;
}

export class TopicEntryEvent extends TopicEvent {
  @RecordId('entry')
  topicEntryId!: string;
}

const topic = { payload: TopicEvent, resource: 'topicId' } as const;
const entry = { payload: TopicEntryEvent, resource: 'topicId', record: 'topicEntryId' } as const;

export const topicEvents = defineEvents({
  'topic.created': { about: 'A topic was created.', ...topic },
  'topic.updated': { about: 'A topic was changed, or became the default topic.', ...topic },
  'topic.deleted': { about: 'A topic was deleted permanently, with its entries.', ...topic },
  'topic.entry.created': { about: 'An entry was added to a topic.', ...entry },
  'topic.entry.updated': { about: 'An entry of a topic was changed.', ...entry },
  'topic.entry.deleted': { about: 'An entry of a topic was deleted permanently.', ...entry },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    topics: typeof topicEvents;
  }
}

export type TopicEventKind = `topic.${'created' | 'updated' | 'deleted'}`;
