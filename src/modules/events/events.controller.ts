import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../shared/auth/keys/caller.js';
import { EventEnvelope } from '../../shared/events/event-envelope.js';
import { EVENT_RETENTION_DAYS } from '../../shared/events/event-retention.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { CurrentCaller, FromQuery, LastEventId, PathId } from '../../shared/http/endpoint/inputs.js';
import { SECOND_MS } from '../../shared/kernel/durations.js';
import { HEARTBEAT_MS } from './event-stream.js';
import { EventStreams, MAX_STREAMS_OF_A_KEY } from './event-streams.js';
import { EventListView, EventsQuery, EventStreamQuery } from './events.dto.js';
import { EventsService } from './events.service.js';

@Controller()
@ApiTags('events')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly streams: EventStreams,
  ) {}

  @Endpoint('GET /v0/events', {
    summary: 'List events',
    description: `Newest first, in the form that webhooks deliver. Events are kept for at least ${EVENT_RETENTION_DAYS} days, and deleted a week at a time.`,
    access: 'events:read',
    answer: EventListView,
  })
  listEvents(@FromQuery() query: EventsQuery) {
    return this.events.list(query);
  }

  @Endpoint('GET /v0/events/stream', {
    summary: 'Stream events',
    description: `Server-sent events: each new event as soon as it is committed, in the form that webhooks deliver, in \`data\`. An event can be sent twice, with the same \`eventId\`. Clients such as \`EventSource\` reconnect by themselves, and \`Last-Event-ID\` makes the stream go on where it ended. A comment each ${HEARTBEAT_MS / SECOND_MS} s shows that the connection works.`,
    access: 'events:read',
    answer: EventEnvelope,
    live: 'text/event-stream',
    gone: {
      code: 'events_expired',
      when: 'The events after `Last-Event-ID` are no longer all kept; `detail` says from when on they are.',
    },
    limit: {
      code: 'too_many_streams',
      when: `The key has ${MAX_STREAMS_OF_A_KEY} open streams.`,
    },
  })
  streamEvents(
    @FromQuery() query: EventStreamQuery,
    @LastEventId() lastEventId: string | undefined,
    @CurrentCaller() caller: Caller,
  ) {
    return this.streams.open(query, lastEventId, caller);
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
