import type { CallResult } from '../calling/call-exchange.js';
import { deliveryLifecycle, type DeliveryStatus } from '../deliveries/delivery.lifecycle.js';
import { retryDelay } from './retry-schedule.js';

/** A delivery that is due. */
export interface DueDelivery {
  id: string;
  eventId: string;
  /** Deliveries of one resource are sent in order; null for one that may be sent at any time. */
  resource: string | null;
  tries: number;
  /** In milliseconds. A retry or replay changes it. */
  dueAt: number;
  body: string;
}

/** A call that was made. */
export interface Attempt extends CallResult {
  url: string;
  at: Date;
}

/** The result of one attempt for a delivery. */
export interface Outcome {
  delivery: DueDelivery;
  attempt: Attempt;
  status: DeliveryStatus;
  tries: number;
  /** The delay until the next try, if there is one. */
  delayMs: number;
  /** The receiver answered 410: it wants no more deliveries. */
  isGone: boolean;
  /** Fetched deliveries of the same resource that must wait for this one. */
  blocked: DueDelivery[];
}

const GONE = 410;

export function outcomeOf(delivery: DueDelivery, attempt: Attempt): Outcome {
  const tries = delivery.tries + 1;
  const { status: answered, retryAfterMs } = attempt;
  const isAccepted = answered !== null && answered >= 200 && answered < 300;
  const isGone = answered === GONE;
  const delayMs = isAccepted || isGone ? undefined : retryDelay(tries, retryAfterMs);
  const next = isAccepted ? 'delivered' : delayMs === undefined ? 'failed' : 'waiting';
  const status = deliveryLifecycle.step('waiting', next);
  return { delivery, attempt, status, tries, delayMs: delayMs ?? 0, isGone, blocked: [] };
}
