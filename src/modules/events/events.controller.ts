import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EventEnvelope } from '../../shared/events/event-envelope.js';
import { EVENT_RETENTION_DAYS } from '../../shared/events/event-retention.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromQuery, PathId } from '../../shared/http/endpoint/inputs.js';
import { EventListView, EventsQuery } from './events.dto.js';
import { EventsService } from './events.service.js';

@Controller()
@ApiTags('events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Endpoint('GET /v0/events', {
    summary: 'List events',
    description: `Newest first, in the form that webhooks deliver. Events are kept for at least ${EVENT_RETENTION_DAYS} days, and deleted a week at a time.`,
    access: 'events:read',
    answer: EventListView,
  })
  listEvents(@FromQuery() query: EventsQuery) {
    return this.events.list(query);
  }

  @Endpoint('GET /v0/events/{event_id}', {
    summary: 'Get an event',
    description: `One event, in the form that webhooks deliver. Events are kept for at least ${EVENT_RETENTION_DAYS} days.`,
    access: 'events:read',
    answer: EventEnvelope,
  })
  getEvent(@PathId('event_id') eventId: string) {
    return this.events.get(eventId);
  }
}
