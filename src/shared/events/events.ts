import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Event, type EventPayload } from './event.entity.js';

@Injectable()
export class Events {
  constructor(private readonly em: EntityManager) {}

  /** Kept if, and only if, the change it tells of is committed. */
  record(payload: EventPayload): void {
    this.em.create(Event, { type: payload.type, payload });
  }
}
