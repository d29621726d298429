import { defineEntity, p } from '@mikro-orm/core';
import { recordColumns } from '../database/columns.js';

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: recordColumns.id,
    tenantId: recordColumns.tenantId,
    type: p.text(),
    payload: p.json<EventPayload>(),
    createdAt: recordColumns.createdAt,
  },
});

export interface EventPayload {
  type: string;
  [detail: string]: unknown;
}

/** Something that happened, written with the change that made it happen. Never changed afterwards. */
export class Event extends EventSchema.class {}

EventSchema.setClass(Event);
