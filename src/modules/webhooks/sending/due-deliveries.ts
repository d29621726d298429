import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite } from '../../../shared/database/records/prepared-writes.js';
import { atPlace, byKey, millis, ROW_PLACE } from '../../../shared/database/driver/sql.js';
import type { EventRecord } from '../../../shared/events/event-envelope.js';

export const MAX_FETCHED = 500;

export interface DueRow {
  id: string;
  eventId: string;
  resource: string | null;
  tries: number;
  dueAt: number;
  payload: EventRecord['payload'];
  createdAt: number;
  /** An earlier delivery of the same resource is due later; this one must not overtake it. */
  isBlocked: boolean;
}

/** The latest time at which an earlier delivery of the same resource is due. */
const EARLIER_DUE_AT = `
  max(due_at) over (partition by resource order by seq rows between unbounded preceding and 1 preceding)`;

/** The expression of the index `webhook_delivery_queue`, which finds the deliveries of a subscription and resource. */
const queueKey = (alias: string) => `delivery_queue(${alias}.subscription_id, ${alias}.resource)`;

/** A subselect, so PostgreSQL looks ids up in a hash: there may be many ids, and as many rows to skip. */
const IN_FLIGHT = '(select unnest($3::uuid[]))';

/**
 * The first due deliveries, and which of them are blocked: those at and after the first delivery of their resource
 * that is due before an earlier one. Reads the queues of all their resources in one pass. With a query per row, the
 * planner chooses the wrong index when its statistics are old, after a burst or while a receiver is down, and compares
 * all rows with all rows (decision 42). The parameters are the tenant, the subscription, ids in flight and excluded
 * resources.
 */
export const dueDeliveries = new PreparedRead<DueRow>(
  'webhook_delivery.due',
  `with due as materialized (
     select d.id, d.subscription_id, d.event_id, d.resource, d.tries, d.due_at, d.seq, e.payload, e.created_at
     from webhook_delivery d cross join lateral (
       select payload, created_at from event where tenant_id = $1 and ${byKey('id', 'd.event_id')}
     ) e
     where d.tenant_id = $1 and d.subscription_id = $2 and d.status = 'waiting' and d.due_at <= now()
       and d.id not in ${IN_FLIGHT} and (d.resource is null or d.resource <> all ($4::text[]))
     order by d.due_at, d.seq
     limit ${MAX_FETCHED}
   ), queue as materialized (
     select resource, seq, due_at, ${EARLIER_DUE_AT} as earlier_due_at
     from (select distinct ${queueKey('d')} as key from due d where d.resource is not null) line
       cross join lateral (
         select q.resource, q.seq, q.due_at from webhook_delivery q
         where q.tenant_id = $1 and ${queueKey('q')} between line.key and line.key
           and q.resource is not null and q.status = 'waiting'
           and q.seq <= (select max(seq) from due) and q.id not in ${IN_FLIGHT}
         order by ${queueKey('q')}, q.seq
       ) waiting
   ), blocked as materialized (
     select resource, min(seq) as first_seq from queue where earlier_due_at > due_at group by resource
   )
   select d.id, d.event_id as "eventId", d.resource, d.tries, ${millis('d.due_at')} as "dueAt",
     d.payload, ${millis('d.created_at')} as "createdAt", coalesce(d.seq >= blocked.first_seq, false) as "isBlocked"
   from due d left join blocked on blocked.resource = d.resource
   order by d.due_at, d.seq`,
);

/** Makes blocked deliveries due together with the one they wait for. Otherwise each second would fetch them in vain. */
export const postponeBlocked = new PreparedWrite(
  'webhook_delivery.postpone_blocked',
  `update webhook_delivery blocked set due_at = queue.earlier_due_at
   from (
     select ${ROW_PLACE}, event_id, due_at, ${EARLIER_DUE_AT} as earlier_due_at
     from webhook_delivery
     where tenant_id = $1 and subscription_id = $2 and status = 'waiting' and resource is not null
       and id not in ${IN_FLIGHT}
   ) queue
   where blocked.tenant_id = $1 and blocked.event_id = queue.event_id and ${atPlace('blocked', 'queue')}
     and queue.earlier_due_at > queue.due_at`,
);
