import { eventEnvelope, type EventRecord } from '../../shared/events/event-envelope.js';
import { wireTime, wireTimeOrNull } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { CallFault } from './calling/call-faults.js';
import type { AttemptView, DeliveryDetailsView, DeliveryRequest, DeliveryView } from './deliveries.dto.js';
import type { DeliveryStatus } from './delivery.lifecycle.js';
import { plainHeaders } from './webhook-signatures.js';

export interface DeliveryRow {
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

export interface AttemptRow {
  number: number;
  url: string;
  startedAt: number;
  durationMs: number;
  responseStatus: number | null;
  responseBody: string;
  error: CallFault | null;
  detail: string | null;
}

export interface DeliveryDetailsRow extends DeliveryRow {
  tenantId: string;
  url: string;
  /** Null where the event is not kept any more. */
  payload: EventRecord['payload'] | null;
  happenedAt: number | null;
  made: AttemptRow[];
}

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
  return { ...deliveryView(row), request: requestOf(row), attempts: row.made.map(attemptView) };
}

function requestOf({
  eventId,
  tenantId,
  url,
  payload,
  happenedAt,
}: DeliveryDetailsRow): DeliveryRequest | null {
  if (!payload || happenedAt === null) return null;
  const body = JSON.stringify(eventEnvelope({ id: eventId, tenantId, payload, createdAt: happenedAt }));
  return { url, headers: plainHeaders(wireId('event', eventId)), body };
}

function attemptView(row: AttemptRow): AttemptView {
  return {
    attemptNumber: row.number,
    url: row.url,
    startedAt: wireTime(row.startedAt),
    durationMs: row.durationMs,
    responseStatus: row.responseStatus,
    responseBody: row.responseBody,
    error: row.error,
    errorDetail: row.detail,
  };
}
