import { Injectable } from '@nestjs/common';
import { columns } from '../../../shared/database/records/column-map.js';
import { orderPreservingJson } from '../../../shared/database/records/columns.js';
import { personal } from '../../../shared/database/records/personal.js';
import { PersonalTable } from '../../../shared/database/records/personal-table.js';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { newUuid } from '../../../shared/kernel/ids.js';
import { DailyPartitions } from '../../../shared/database/schema/time-partitions.js';
import { DroppedVisitData } from './dropped-visit-data.js';
import type { VisitEvent } from './visit-events.js';
import { OBSERVED_ROOM, REPORTED_ROOM } from './visit-limits.js';

/** Where a visit takes place. */
export interface VisitPlace {
  pageLinkId: string;
  pageId: string;
  audienceId: string;
}

/** The events of a visit that arrive together: from a browser, or one that the service observed. */
interface Arrival {
  place: VisitPlace;
  /** The visit's key, chosen by the browser. Together with the link it identifies one visit, and nothing else. */
  key: string;
  events: readonly VisitEvent[];
  isObserved: boolean;
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

/** Types whose details are one number or nothing. They are always stored, so that a long visit has the right figures. */
const SMALL_TYPES = `('scroll', 'engaged', 'end')`;

/** Visitors may mention anybody in a question, and pages anything in the data of their own events. */
export const eventTable = new PersonalTable(
  'visit_event',
  columns({ details: personal(orderPreservingJson<object>()) }),
  { key: { visit_id: 'uuid', id: 'text' }, whenMentioned: 'erase' },
);

/**
 * Known events change nothing. One statement, so it can be sent without waiting for another. It locks the visit before
 * it decides what has room (decision 83). Repeats count as well: to find them first would look into all partitions.
 */
const addEvents = (kind: 'reported' | 'observed', room: typeof REPORTED_ROOM) =>
  new PreparedWrite(
    `visit.add_${kind}`,
    `with sized as (
     select *, case when type in ${SMALL_TYPES} then 0 else octet_length(details::text) end as bytes
     from rows from (json_to_recordset($10) as (id text, type text, at float8, details json)) with ordinality
       as given (id, type, at, details, place)
   ), numbered as (
     select *, count(*) over so_far as number, sum(bytes) over so_far as bytes_so_far
     from sized window so_far as (order by place)
   ), visited as (
     insert into visit (tenant_id, id, page_link_id, visit_key, page_id, audience_id, bot, due_at, ${kind}_count, ${kind}_bytes)
     select $1, $2, $3, $4, $5, $6, $7, case when $7::text is null then $8::timestamptz end, count(*), sum(bytes)
     from sized
     on conflict (tenant_id, page_link_id, visit_key) do update
       set due_at = case when visit.bot is null then least(visit.due_at, $9) end,
         ${kind}_count = visit.${kind}_count + excluded.${kind}_count,
         ${kind}_bytes = visit.${kind}_bytes + excluded.${kind}_bytes
     returning id, ${kind}_count - (select count(*) from sized) as events_before,
       ${kind}_bytes - (select sum(bytes) from sized) as bytes_before
   ), admitted as (
     select visited.id as visit_id, numbered.*, bytes = 0 or bytes_before + bytes_so_far <= ${room.bytes} as has_room
     from visited, numbered where events_before + number <= ${room.events}
   ), added as (
     insert into visit_event (tenant_id, visit_id, id, type, at, received_at, details)
     select $1, visit_id, id, type, to_timestamp(at / 1000), $8, case when has_room then details else '{}' end
     from admitted
     on conflict (tenant_id, visit_id, id) do nothing
   )
   select (select count(*) from sized)::int - count(*)::int as events,
     count(*) filter (where not has_room)::int as details
   from admitted`,
  );

const addReported = addEvents('reported', REPORTED_ROOM);
const addObserved = addEvents('observed', OBSERVED_ROOM);

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
    private readonly dropped: DroppedVisitData,
  ) {}

  /** Part of the unit of work. Counts what has no room. */
  async add({ place, key, events, isObserved, receivedAt, bot, dueAt }: Arrival): Promise<void> {
    const { pageLinkId, pageId, audienceId } = place;
    const id = newUuid();
    const [, [dropped]] = await Promise.all([
      this.partitions.ensure([id]),
      this.writes.returning<{ events: number; details: number }>(
        isObserved ? addObserved : addReported,
        ...[id, pageLinkId, key, pageId, audienceId, bot, receivedAt, dueAt],
        JSON.stringify(events.map(rowOf)),
      ),
    ]);
    this.dropped.count(dropped!);
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

  async update({ id, computedAt, rules, failures, bot }: VisitRecord, dueAt: Date | null): Promise<void> {
    const computed = computedAt === null ? null : new Date(computedAt);
    await this.writes.run(updateVisit, id, dueAt, computed, rules, failures, bot);
  }
}

function rowOf({ id, type, at, ...details }: VisitEvent) {
  return { id, type, at, details };
}
