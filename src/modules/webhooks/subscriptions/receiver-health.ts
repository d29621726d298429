import { DAY_MS } from '../../../shared/kernel/durations.js';

/** A subscription is disabled when its receiver has done nothing but fail for so many days. */
export const FAILING_DAYS_BEFORE_DISABLED = 5;
/** After so many days without a failed call, these days are counted anew from the next one. */
export const QUIET_DAYS_BEFORE_RECOUNT = 2;

/** What is known of the failures of a receiver. */
export interface ReceiverHealth {
  /** Since when it does nothing but fail. */
  failingSince?: Date | null;
  /** When it failed last. */
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
