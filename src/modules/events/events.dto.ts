import { EventEnvelope } from '../../shared/events/event-envelope.js';
import { EventKindName } from '../../shared/events/event-kind-fields.js';
import { Text } from '../../shared/fields/fields.js';
import { ListQuery, ListView } from '../../shared/fields/list.dto.js';
import { QueryTime } from '../../shared/fields/query-fields.js';

export class EventsQuery extends ListQuery {
  @EventKindName({ optional: true, about: 'Events of this kind alone.' })
  type?: string;

  @QueryTime({ about: 'What happened at this moment or later.' })
  from?: string;

  @QueryTime({ about: 'What happened before this moment.' })
  to?: string;

  @Text({
    optional: true,
    min: 1,
    max: 255,
    about:
      'The id of a record: what happened to it, and to what belongs to it. Each kind of event says which of its details that is.',
  })
  resource?: string;
}

export const EventListView = ListView('EventList', () => EventEnvelope, { totalCount: { nullable: true } });
