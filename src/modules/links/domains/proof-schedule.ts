import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/kernel/durations.js';

const PROVEN_EVERY_MS = DAY_MS;

/** The service looks for a proof each day. A proof that is not found again expires after a week. */
export const PROOF_LASTS_MS = 7 * DAY_MS;

/** How often an unproven domain is checked, by its age: the creator of a new domain waits for the result. */
const UNPROVEN: readonly [youngerThanMs: number, everyMs: number][] = [
  [HOUR_MS, MINUTE_MS],
  [DAY_MS, 15 * MINUTE_MS],
  [30 * DAY_MS, DAY_MS],
  [Infinity, 7 * DAY_MS],
];

interface CheckedDomain {
  isProven: boolean;
  checkFault?: string | null;
  createdAt: Date;
}

/** Returns the next check time of a domain that was just checked. */
export function nextCheckAfter(now: Date, { isProven, checkFault, createdAt }: CheckedDomain): Date {
  if (isProven) return after(now, checkFault ? HOUR_MS : PROVEN_EVERY_MS);
  const age = now.getTime() - createdAt.getTime();
  const [, everyMs] = UNPROVEN.find(([youngerThanMs]) => age < youngerThanMs)!;
  return after(now, everyMs);
}

/**
 * Returns the expiry of a proof that the current check did not find. Only days with a check count: a service that was
 * off for a week must not lose its domains at its first check.
 */
export function proofEndsAt(
  provenUntil: Date,
  { lastCheckedAt, now }: { lastCheckedAt: Date; now: Date },
): Date {
  const unwatchedMs = now.getTime() - lastCheckedAt.getTime() - PROVEN_EVERY_MS;
  return after(provenUntil, Math.max(0, unwatchedMs));
}

function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}
