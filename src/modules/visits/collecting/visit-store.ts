import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { newUuid } from '../../../shared/kernel/ids.js';
import { DailyPartitions } from '../../../shared/database/schema/time-partitions.js';
import type { VisitEvent } from './visit-events.js';
import { MAX_VISIT_EVENTS } from './visit-limits.js';

/** Where a visit takes place. */
export interface VisitPlace {
  pageLinkId: string;
  pageId: string;
  audienceId: string;
}

/** The events of a visit that arrive together. */
interface Arrival {
  place: VisitPlace;
  /** The visit's key, chosen by the browser. Together with the link it identifies one visit, and nothing else. */
  key: string;
  events: readonly VisitEvent[];
  receivedAt: Date;
  /** Why the visitor is classified as a bot. */
  bot: string | null;
  /** The latest time at which a known visit is checked next. A new visit is checked as soon as it is stored. */
  dueAt: Date;
}

export interface VisitRecord extends VisitPlace {
  id: string;
  bot: string | null;
  /** When the last event that it was computed from was received. */
  computedAt: number | null;
  /** The version of the rules that it was computed with. */
  rules: number | null;
  failures: number;
}

/** An event as it is stored: its time by the service's clock, and when it was received. */
export type StoredEvent = VisitEvent & { receivedAt: number };

/** Known events change nothing. One statement, so it can be sent without waiting for another. */
const addEvents = new PreparedWrite(
  'visit.add_events',
  `with visited as (
     insert into visit (tenant_id, id, page_link_id, visit_key, page_id, audience_id, bot, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, case when $7::text is null then $8::timestamptz end)
     on conflict (tenant_id, page_link_id, visit_key) do update
       set due_at = case when visit.bot is null then least(visit.due_at, $9) end
     returning id
   )
   insert into visit_event (tenant_id, visit_id, id, type, at, received_at, details)
   select $1, visited.id, event.id, event.type, to_timestamp(event.at / 1000), $8, event.details
   from visited, json_to_recordset($10) as event (id text, type text, at float8, details json)
   on conflict (tenant_id, visit_id, id) do nothing`,
);

const VISIT = `
  id, page_link_id as "pageLinkId", page_id as "pageId", audience_id as "audienceId", bot,
  extract(epoch from computed_at)::float8 * 1000 as "computedAt", rules, failures`;

const dueVisits = new PreparedRead<{ id: string }>(
  'visit.due',
  'select id from visit where tenant_id = $1 and due_at <= $2 order by due_at limit $3',
);

const lockVisit = new PreparedRead<VisitRecord>(
  'visit.lock',
  `select ${VISIT} from visit where tenant_id = $1 and id = $2 for update`,
);

const lockDueVisit = new PreparedRead<VisitRecord>(
  'visit.lock_due',
  `select ${VISIT} from visit where tenant_id = $1 and id = $2 and due_at <= $3 for update skip locked`,
);

const visitByKey = new PreparedRead<{ id: string }>(
  'visit.by_key',
  'select id from visit where tenant_id = $1 and page_link_id = $2 and visit_key = $3',
);

/** Omits the data of a page's own scripts: no rule uses it, and it may be 40 MB. */
const eventsOfVisit = new PreparedRead<{ event: StoredEvent }>(
  'visit.events',
  `select case type when 'custom' then '{}' else details::jsonb end || jsonb_build_object(
     'id', id, 'type', type, 'at', round(extract(epoch from at) * 1000),
     'receivedAt', round(extract(epoch from received_at) * 1000)
   ) as event
   from visit_event where tenant_id = $1 and visit_id = $2 limit ${MAX_VISIT_EVENTS + 1}`,
);

const updateVisit = new PreparedWrite(
  'visit.update',
  `update visit set due_at = $3, computed_at = $4, rules = $5, failures = $6, bot = $7
   where tenant_id = $1 and id = $2`,
);

/** Stores visits and their events. */
@Injectable()
export class VisitStore {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly partitions: DailyPartitions,
  ) {}

  /** Part of the unit of work. */
  async add({ place, key, events, receivedAt, bot, dueAt }: Arrival): Promise<void> {
    const { pageLinkId, pageId, audienceId } = place;
    const id = newUuid();
    await Promise.all([
      this.partitions.ensure([id]),
      this.writes.run(
        addEvents,
        ...[id, pageLinkId, key, pageId, audienceId, bot, receivedAt, dueAt],
        JSON.stringify(events.map(rowOf)),
      ),
    ]);
  }

  async due(before: Date, limit: number): Promise<string[]> {
    return (await this.reads.all(dueVisits, before, limit)).map(({ id }) => id);
  }

  async idOf({ pageLinkId }: VisitPlace, key: string): Promise<string> {
    return (await this.reads.one(visitByKey, pageLinkId, key))!.id;
  }

  /** Part of the unit of work: until it ends, no events are added to the visit. */
  lock(id: string): Promise<VisitRecord | undefined> {
    return this.reads.one(lockVisit, id);
  }

  /** Like `lock`, for a worker: undefined if the visit is no longer due, or another transaction has locked it. */
  lockDue(id: string, before: Date): Promise<VisitRecord | undefined> {
    return this.reads.one(lockDueVisit, id, before);
  }

  async eventsOf(id: string): Promise<StoredEvent[]> {
    return (await this.reads.all(eventsOfVisit, id)).map(({ event }) => event);
  }

  async update({ id, computedAt, rules, failures, bot }: VisitRecord, dueAt: Date | null): Promise<void> {
    const computed = computedAt === null ? null : new Date(computedAt);
    await this.writes.run(updateVisit, id, dueAt, computed, rules, failures, bot);
  }
}

function rowOf({ id, type, at, ...details }: VisitEvent) {
  return { id, type, at, details };
}
