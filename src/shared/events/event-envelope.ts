import { ApiSchema } from '@nestjs/swagger';
import { Nested, RecordId, Time } from '../fields/fields.js';
import { wireTime } from '../kernel/wire-time.js';
import { wireId } from '../kernel/ids.js';
import { EventKindName } from './event-kind-fields.js';

@ApiSchema({ description: 'What happened. The other fields depend on `type`.' })
class EventPayload {
  @EventKindName({ example: 'topic.created' })
  type!: string;
}

@ApiSchema({ name: 'Event' })
export class EventEnvelope {
  @RecordId('event', { about: 'The same in every delivery of this event.' })
  eventId!: string;

  @RecordId('tenant')
  tenantId!: string;

  @Time({ about: 'When it happened.' })
  timestamp!: string;

  @Nested(() => EventPayload)
  payload!: EventPayload;
}

/** An event as it is stored. */
export interface EventRecord {
  id: string;
  tenantId: string;
  createdAt: Date | number;
  payload: EventPayload;
}

/** The text of an event, for webhooks and streams. */
export function eventText(record: EventRecord): string {
  return JSON.stringify(eventEnvelope(record));
}

/** An event as it is sent anywhere: deliveries and reads are identical to the byte. */
export function eventEnvelope({ id, tenantId, createdAt, payload }: EventRecord): EventEnvelope {
  return {
    eventId: wireId('event', id),
    tenantId: wireId('tenant', tenantId),
    timestamp: wireTime(createdAt),
    payload,
  };
}
