import { DAY_MS } from '../../../shared/kernel/durations.js';

/** A subscription is disabled after its receiver has failed without a success for this many days. */
export const FAILING_DAYS_BEFORE_DISABLED = 5;
/** After this many days without a failed call, the count restarts with the next failure. */
export const QUIET_DAYS_BEFORE_RECOUNT = 2;

/** The failures of a receiver. */
export interface ReceiverHealth {
  /** The first failure since the last success. */
  failingSince?: Date | null;
  /** The last failure. */
  failedAt?: Date | null;
}

export function healthAfterFailure({ failingSince, failedAt }: ReceiverHealth, now: Date): ReceiverHealth {
  const isRecount = !failedAt || daysBetween(failedAt, now) >= QUIET_DAYS_BEFORE_RECOUNT;
  return { failingSince: isRecount || !failingSince ? now : failingSince, failedAt: now };
}

export function hasFailedTooLong({ failingSince }: ReceiverHealth, now: Date): boolean {
  return Boolean(failingSince) && daysBetween(failingSince!, now) >= FAILING_DAYS_BEFORE_DISABLED;
}

function daysBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / DAY_MS;
}
