import { EventEnvelope } from '../../shared/events/event-envelope.js';
import { EventKindName } from '../../shared/events/event-kind-fields.js';
import { Text } from '../../shared/fields/fields.js';
import { QueryTime } from '../../shared/fields/request-time.js';
import { ListQuery, ListView } from '../../shared/fields/list.dto.js';

const ABOUT_RESOURCE =
  'The id of a record: only events about it and about records that belong to it. Each kind of event documents which of its fields is compared.';

export class EventsQuery extends ListQuery {
  @EventKindName({ optional: true, about: 'Only events of this kind.' })
  type?: string;

  @QueryTime({ about: 'Only events at this time or later.' })
  from?: string;

  @QueryTime({ about: 'Only events before this time.' })
  to?: string;

  @Text({ optional: true, min: 1, max: 255, about: ABOUT_RESOURCE })
  resource?: string;
}

export class EventStreamQuery {
  @EventKindName({ optional: true, about: 'Only events of this kind.' })
  type?: string;

  @Text({ optional: true, min: 1, max: 255, about: ABOUT_RESOURCE })
  resource?: string;

  @QueryTime({
    about:
      'Begins with the events at this time or later that are kept, instead of with those that happen now.',
  })
  from?: string;
}

export const EventListView = ListView('EventList', () => EventEnvelope, { totalCount: { nullable: true } });
