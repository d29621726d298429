import { ApiSchema } from '@nestjs/swagger';
import { EventKindName } from '../../shared/events/event-kind-fields.js';
import { Nested, RecordId, Text, Time } from '../../shared/http/fields.js';
import { ListQuery, ListView } from '../../shared/http/list.dto.js';
import { QueryTime } from '../../shared/http/query-fields.js';

export class EventsQuery extends ListQuery {
  @EventKindName({ optional: true, about: 'Events of this kind alone.' })
  type?: string;

  @QueryTime({ about: 'What happened at this moment or later.' })
  since?: string;

  @QueryTime({ about: 'What happened before this moment.' })
  until?: string;

  @Text({
    optional: true,
    min: 1,
    max: 255,
    about:
      'The id of a record: what happened to it, and to what belongs to it. See the kinds for which one that is.',
  })
  resource?: string;
}

@ApiSchema({ name: 'EventPayload', description: 'What happened. Each kind has details of its own.' })
export class EventPayloadView {
  @EventKindName({ example: 'topic.created' })
  type!: string;
}

@ApiSchema({ name: 'Event' })
export class EventView {
  @RecordId('event', { about: 'The same in every delivery of this event.' })
  eventId!: string;

  @RecordId('tenant')
  tenantId!: string;

  @Time({ about: 'When it happened.' })
  timestamp!: string;

  @Nested(() => EventPayloadView)
  payload!: EventPayloadView;
}

export const EventListView = ListView('EventList', () => EventView, { totalCount: { nullable: true } });
