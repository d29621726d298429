import { wireTime } from '../http/wire-time.js';
import { wireId } from '../kernel/ids.js';

/** An event as it is stored. */
export interface EventRecord {
  id: string;
  tenantId: string;
  createdAt: Date | number;
  payload: EventPayload;
}

export interface EventPayload {
  type: string;
  [detail: string]: unknown;
}

export interface EventEnvelope {
  eventId: string;
  tenantId: string;
  timestamp: string;
  payload: EventPayload;
}

/** An event as it goes out, wherever that is: what is delivered is, to the byte, what is read. */
export function eventEnvelope({ id, tenantId, createdAt, payload }: EventRecord): EventEnvelope {
  return {
    eventId: wireId('event', id),
    tenantId: wireId('tenant', tenantId),
    timestamp: wireTime(createdAt),
    payload,
  };
}
