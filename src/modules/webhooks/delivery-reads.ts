import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import type { DeliveryDetailsRow, DeliveryRow } from './delivery-views.js';

/** A receiver may get any number of them. */
const COUNTED = 10_000;
const MAX_ATTEMPTS = 20;

const DELIVERY = `
  d.id, d.subscription_id as "subscriptionId", d.event_id as "eventId", d.event_type as "eventType", d.status,
  d.attempts, ${millis('last.started_at')} as "lastAttemptAt", last.response_status as "responseStatus", last.error,
  ${millis('d.due_at')} as "dueAt", ${millis('d.created_at')} as "createdAt"`;

const WITH_LAST = `
  webhook_delivery d left join webhook_attempt last on last.delivery_id = d.id and last.number = d.attempts`;

const ATTEMPTS = `
  select coalesce(json_agg(made order by made.number desc), '[]') from (
    select a.number, a.url, ${millis('a.started_at')} as "startedAt", a.duration_ms as "durationMs",
      a.response_status as "responseStatus", a.response_body as "responseBody", a.error, a.detail
    from webhook_attempt a where a.delivery_id = d.id order by a.number desc limit ${MAX_ATTEMPTS}
  ) made`;

export const deliveryById = new PreparedRead<DeliveryDetailsRow>(
  'webhook_delivery.by_id',
  `select ${DELIVERY}, d.tenant_id as "tenantId", s.url, e.payload, ${millis('e.created_at')} as "happenedAt",
     (${ATTEMPTS}) as made
   from ${WITH_LAST}
     join webhook_subscription s on s.id = d.subscription_id
     left join event e on e.id = d.event_id
   where d.tenant_id = $1 and d.subscription_id = $2 and d.id = $3`,
);

export const deliveryList = new ListRead<DeliveryRow>('webhook_deliveries', {
  columns: DELIVERY,
  from: WITH_LAST,
  alias: 'd',
  order: { 'd.created_at': 'timestamptz', 'd.id': 'uuid' },
  direction: 'desc',
  countUpTo: COUNTED,
  requires: ['subscriptionId'],
  filters: { subscriptionId: 'd.subscription_id = ?', status: 'd.status = ?', eventId: 'd.event_id = ?' },
});

/** What happened in a time range, of the kinds that the subscription names. */
export const IN_RANGE = `
  event e join webhook_subscription s on s.tenant_id = e.tenant_id and e.type = any (s.events)
  where e.tenant_id = $1 and s.id = $2 and e.created_at >= $3 and e.created_at < $4`;

export const eventsInRange = new PreparedRead<{ count: number }>(
  'webhook_delivery.in_range',
  `select count(*)::float8 as count from ${IN_RANGE}`,
);
