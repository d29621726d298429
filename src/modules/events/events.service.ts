import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { eventEnvelope, type EventEnvelope } from '../../shared/events/event-envelope.js';
import { momentOf } from '../../shared/kernel/wire-time.js';
import { notFound } from '../../shared/kernel/errors.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import { eventById, eventList } from './event-reads.js';
import type { EventsQuery } from './events.dto.js';

@Injectable()
export class EventsService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
  ) {}

  list({ type, from, to, resource, ...page }: EventsQuery): Promise<ListPage<EventEnvelope>> {
    return this.lists.page(eventList, page, (rows) => rows.map(eventEnvelope), {
      type,
      from: from && momentOf(from),
      to: to && momentOf(to),
      resource,
    });
  }

  async get(eventId: string): Promise<EventEnvelope> {
    const row = await this.reads.one(eventById, eventId);
    if (!row) throw notFound('event');
    return eventEnvelope(row);
  }
}
