import { COUNTED_UP_TO } from '../../../shared/database/lists/total-count.js';
import { p } from '@mikro-orm/core';
import { columns, type RecordOf } from '../../../shared/database/records/column-map.js';
import { moment } from '../../../shared/database/records/columns.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { millis } from '../../../shared/database/driver/sql.js';
import { eventEnvelope, type EventRecord } from '../../../shared/events/event-envelope.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { wireTime, wireTimeOrNull } from '../../../shared/kernel/wire-time.js';
import type { CallFault } from '../calling/call-faults.js';
import type { AttemptView, DeliveryDetailsView, DeliveryRequest, DeliveryView } from './deliveries.dto.js';
import type { DeliveryStatus } from './delivery.lifecycle.js';
import { plainHeaders } from '../../../shared/kernel/webhook-signatures.js';

const MAX_ATTEMPTS_SHOWN = 20;

interface DeliveryRow {
  id: string;
  subscriptionId: string;
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  attempts: number;
  lastAttemptAt: number | null;
  responseStatus: number | null;
  error: CallFault | null;
  dueAt: number;
  createdAt: number;
}

/** The stored fields of an attempt that its view shows. */
const attemptFields = columns({
  url: p.text(),
  startedAt: moment(),
  durationMs: p.integer(),
  responseStatus: p.integer().nullable(),
  responseBody: p.text(),
  error: p.text().$type<CallFault>().nullable(),
});

type AttemptRow = RecordOf<typeof attemptFields> & { number: number; detail: string | null };

interface DeliveryDetailsRow extends DeliveryRow {
  tenantId: string;
  url: string;
  /** Null if the event is deleted. `happenedAt` is null, too. */
  payload: EventRecord['payload'] | null;
  happenedAt: number | null;
  newestAttempts: AttemptRow[];
}

const DELIVERY = `
  d.id, d.subscription_id as "subscriptionId", d.event_id as "eventId", d.event_type as "eventType", d.status,
  d.attempts, ${millis('last.started_at')} as "lastAttemptAt", last.response_status as "responseStatus", last.error,
  ${millis('d.due_at')} as "dueAt", ${millis('d.created_at')} as "createdAt"`;

/** The selected columns of a delivery are all small. */
const DELIVERY_BYTES = '600';

const LAST_ATTEMPT = `
  left join webhook_attempt last
    on last.tenant_id = $1 and last.event_id = d.event_id and last.delivery_id = d.id and last.number = d.attempts`;

const NEWEST_ATTEMPTS = `
  select coalesce(json_agg(attempt order by attempt.number desc), '[]') from (
    select a.number, ${attemptFields.select('a')}, a.detail
    from webhook_attempt a where a.tenant_id = $1 and a.event_id = d.event_id and a.delivery_id = d.id
    order by a.number desc limit ${MAX_ATTEMPTS_SHOWN}
  ) attempt`;

export const deliveryById = new PreparedRead<DeliveryDetailsRow>(
  'webhook_delivery.by_id',
  `select ${DELIVERY}, d.tenant_id as "tenantId", s.url, e.payload, ${millis('e.created_at')} as "happenedAt",
     (${NEWEST_ATTEMPTS}) as "newestAttempts"
   from webhook_delivery d ${LAST_ATTEMPT}
     join webhook_subscription s on s.tenant_id = $1 and s.id = d.subscription_id
     left join event e on e.tenant_id = $1 and e.id = d.event_id
   where d.tenant_id = $1 and d.subscription_id = $2 and d.id = $3`,
);

export const deliveryList = new ListRead<DeliveryRow>('webhook_deliveries', {
  columns: DELIVERY,
  from: 'webhook_delivery d',
  joined: LAST_ATTEMPT,
  bytes: DELIVERY_BYTES,
  alias: 'd',
  order: { 'd.created_at': 'timestamptz', 'd.id': 'uuid' },
  direction: 'desc',
  countUpTo: COUNTED_UP_TO,
  requires: ['subscriptionId'],
  filters: { subscriptionId: 'd.subscription_id = ?', status: 'd.status = ?', eventId: 'd.event_id = ?' },
  indexed: ['status'],
  unordered: ['eventId'],
});

/** Events of a time range, of the kinds that the subscription has now. */
export const EVENTS_IN_RANGE = `
  event e join webhook_subscription s on s.tenant_id = $1 and e.type = any (s.events)
  where e.tenant_id = $1 and s.id = $2 and e.created_at >= $3 and e.created_at < $4`;

export const countEventsInRange = new PreparedRead<{ count: number }>(
  'webhook_delivery.count_in_range',
  `select count(*)::float8 as count from ${EVENTS_IN_RANGE}`,
);

export function deliveryView(row: DeliveryRow): DeliveryView {
  return {
    deliveryId: wireId('delivery', row.id),
    subscriptionId: wireId('webhook', row.subscriptionId),
    eventId: wireId('event', row.eventId),
    eventType: row.eventType,
    status: row.status,
    attemptsCount: row.attempts,
    lastAttemptAt: wireTimeOrNull(row.lastAttemptAt),
    responseStatus: row.responseStatus,
    error: row.error,
    nextAttemptAt: row.status === 'waiting' ? wireTime(row.dueAt) : null,
    createdAt: wireTime(row.createdAt),
  };
}

export function deliveryDetailsView(row: DeliveryDetailsRow): DeliveryDetailsView {
  return { ...deliveryView(row), request: requestOf(row), attempts: row.newestAttempts.map(attemptView) };
}

function requestOf(row: DeliveryDetailsRow): DeliveryRequest | null {
  const { eventId, tenantId, url, payload, happenedAt } = row;
  if (!payload || happenedAt === null) return null;
  const body = JSON.stringify(eventEnvelope({ id: eventId, tenantId, payload, createdAt: happenedAt }));
  return { url, headers: plainHeaders(wireId('event', eventId)), body };
}

function attemptView(row: AttemptRow): AttemptView {
  return { attemptNumber: row.number, ...attemptFields.toView(row), errorDetail: row.detail };
}
