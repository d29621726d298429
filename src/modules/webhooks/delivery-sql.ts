import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { PreparedWrite } from '../../shared/database/prepared-writes.js';
import { millis, statusChange } from '../../shared/database/sql.js';
import type { EventRecord } from '../../shared/events/event-envelope.js';
import { deliveryLifecycle } from './delivery.lifecycle.js';

/** How many deliveries are looked up at once. */
export const MAX_LOOKED_UP = 500;

export interface ReceiverRow {
  url: string;
  active: boolean;
  sealedSecret: Buffer;
  previousSealedSecret: Buffer | null;
  isFailing: boolean;
  /** It has failed for so long, without a break, that nobody will mend it. */
  isLost: boolean;
}

export interface DueRow {
  id: string;
  eventId: string;
  resource: string | null;
  tries: number;
  dueAt: number;
  payload: EventRecord['payload'];
  createdAt: number;
  /** It, or one before it in its chain, comes after another one that is due later: it would overtake that. */
  isHeldUp: boolean;
}

/** A receiver that fails is tried again within a day or so; where nothing failed for longer, that was another time. */
const STILL_FAILING = `failed_at > now() - interval '2 days'`;

const RECEIVER = `
  select url, active, sealed_secret as "sealedSecret",
    case when previous_until > now() then previous_sealed_secret end as "previousSealedSecret",
    failing_since is not null as "isFailing",
    coalesce(failing_since <= now() - interval '5 days' and ${STILL_FAILING}, false) as "isLost"
  from webhook_subscription where tenant_id = $1 and id = $2`;

export const receiverById = new PreparedRead<ReceiverRow>('webhook_subscription.receiver', RECEIVER);

/** Held before any of its deliveries is changed, by everybody who does: so nobody waits for each other in a circle. */
export const lockReceiver = new PreparedRead<ReceiverRow>(
  'webhook_subscription.hold_receiver',
  `${RECEIVER} for no key update`,
);

/** When the last of those is due that happened before it and concern the same resource. */
const AHEAD_DUE_AT = `
  max(due_at) over (partition by resource order by seq rows between unbounded preceding and 1 preceding)`;

/** One subscription's deliveries of one resource keep their order. Written as their index in the migration has it. */
const chainOf = (alias: string) => `${alias}.subscription_id::text || ${alias}.resource`;

/** Looked up in a hash: there may be many, and as many rows to be passed over. */
const UNDERWAY = '(select unnest($3::uuid[]))';

/**
 * The first that are due, and which of them must wait: from where a chain is out of order on, all of it. The chains are
 * read in one pass. Asked row by row, the server takes whatever index comes first wherever it has not counted yet,
 * after a burst or while a receiver is away, and compares all with all.
 */
export const dueDeliveries = new PreparedRead<DueRow>(
  'webhook_delivery.due',
  `with due as materialized (
     select d.id, d.subscription_id, d.event_id, d.resource, d.tries, d.due_at, d.seq, e.payload, e.created_at
     from webhook_delivery d join event e on e.id = d.event_id
     where d.tenant_id = $1 and d.subscription_id = $2 and d.status = 'waiting' and d.due_at <= now()
       and d.id not in ${UNDERWAY} and (d.resource is null or d.resource <> all ($4::text[]))
     order by d.due_at, d.seq
     limit ${MAX_LOOKED_UP}
   ), line as materialized (
     select c.resource, c.seq, c.due_at, ${AHEAD_DUE_AT} as ahead_due_at
     from webhook_delivery c
     where ${chainOf('c')} = any (array(select distinct ${chainOf('d')} from due d where d.resource is not null))
       and c.resource is not null and c.status = 'waiting'
       and c.seq <= (select max(seq) from due) and c.id not in ${UNDERWAY}
   ), disorder as materialized (
     select resource, min(seq) as seq from line where ahead_due_at > due_at group by resource
   )
   select d.id, d.event_id as "eventId", d.resource, d.tries, ${millis('d.due_at')} as "dueAt",
     d.payload, ${millis('d.created_at')} as "createdAt", coalesce(d.seq >= disorder.seq, false) as "isHeldUp"
   from due d left join disorder on disorder.resource = d.resource
   order by d.due_at, d.seq`,
);

/** What waits behind another one is due when that is. Else it would be looked at in vain each second. */
export const holdBack = new PreparedWrite(
  'webhook_delivery.hold_back',
  `update webhook_delivery held set due_at = line.ahead_due_at
   from (
     select id, due_at, ${AHEAD_DUE_AT} as ahead_due_at
     from webhook_delivery
     where tenant_id = $1 and subscription_id = $2 and status = 'waiting' and resource is not null
       and id not in ${UNDERWAY}
   ) line
   where held.id = line.id and line.ahead_due_at > line.due_at`,
);

/** Nobody has cancelled it meanwhile, or asked for it again. */
const AS_IT_WAS = `d.status = 'waiting' and d.due_at = to_timestamp(made.due_at / 1000)::timestamptz(3)`;

/** One that is not as it was any more stays what it is now; that it was tried is noted all the same. */
export const recordAttempts = new PreparedWrite(
  'webhook_attempt.record',
  `with attempt as (
     select * from unnest(
       $2::uuid[], $3::float8[], $4::text[], $5::int[], $6::float8[],
       $7::text[], $8::timestamptz[], $9::int[], $10::int[], $11::text[], $12::text[], $13::text[]
     ) as made (
       id, due_at, outcome, tries, delay_ms,
       url, started_at, duration_ms, response_status, error, detail, response_body
     )
   ), marked as (
     update webhook_delivery d set
       attempts = d.attempts + 1,
       tries = case when ${AS_IT_WAS} then made.tries else d.tries end,
       status = case when ${AS_IT_WAS} then made.outcome else d.status end,
       due_at = case when ${AS_IT_WAS} then now() + made.delay_ms * interval '1 millisecond' else d.due_at end
     from attempt made where d.tenant_id = $1 and d.id = made.id
     returning d.id, d.attempts
   )
   insert into webhook_attempt (
     tenant_id, delivery_id, number, url, started_at, duration_ms, response_status, error, detail, response_body
   )
   select $1, id, marked.attempts, url, started_at, duration_ms, response_status, error, detail, response_body
   from marked join attempt using (id)`,
);

/** A receiver is failing from the first call that fails to the next one that does not. */
export const noteHealth = new PreparedWrite(
  'webhook_subscription.note_health',
  `update webhook_subscription set
     failing_since = case when $3::boolean then null when ${STILL_FAILING} then coalesce(failing_since, now()) else now() end,
     failed_at = case when $3::boolean then failed_at else now() end
   where tenant_id = $1 and id = $2 and (failing_since is not null or not $3::boolean)`,
);

const cancelled = statusChange(deliveryLifecycle, 'cancelled', 'webhook_delivery');

export const cancelWaiting = new PreparedWrite(
  'webhook_delivery.cancel',
  `update webhook_delivery set ${cancelled.set}
   where tenant_id = $1 and subscription_id = $2 and ${cancelled.where}`,
);
