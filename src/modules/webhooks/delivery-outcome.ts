import type { CallResult } from './calling/call-exchange.js';
import { deliveryLifecycle, type DeliveryStatus } from './delivery.lifecycle.js';
import { retryDelay } from './retry-schedule.js';
import type { WaitingDelivery } from './waiting-delivery.js';

/** A call that was made. */
export interface Attempt extends CallResult {
  url: string;
  at: Date;
}

/** What became of a delivery through one call. */
export interface Outcome {
  delivery: WaitingDelivery;
  attempt: Attempt;
  status: DeliveryStatus;
  tries: number;
  /** Until it is due again, where it is. */
  delayMs: number;
  /** The receiver wants nothing more, ever. */
  isGone: boolean;
  /** Those behind it that must not overtake it. */
  heldBack: WaitingDelivery[];
}

const GONE = 410;

export function outcomeOf(delivery: WaitingDelivery, attempt: Attempt): Outcome {
  const tries = delivery.tries + 1;
  const { status: answered, retryAfterMs } = attempt;
  const isTaken = answered !== null && answered >= 200 && answered < 300;
  const isGone = answered === GONE;
  const delayMs = isTaken || isGone ? undefined : retryDelay(tries, retryAfterMs);
  const next = isTaken ? 'delivered' : delayMs === undefined ? 'failed' : 'waiting';
  const status = deliveryLifecycle.step('waiting', next);
  return { delivery, attempt, status, tries, delayMs: delayMs ?? 0, isGone, heldBack: [] };
}
