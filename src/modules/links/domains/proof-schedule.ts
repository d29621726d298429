import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/kernel/durations.js';

const PROVEN_EVERY_MS = DAY_MS;

/** A proof is looked for each day; without one it lapses after a week. */
export const PROOF_LASTS_MS = 7 * DAY_MS;

/** How often an unproven domain is looked at, by its age: whoever has just made it waits for the answer. */
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

/** When a domain that was just checked is checked again. */
export function nextCheckAfter(now: Date, { isProven, checkFault, createdAt }: CheckedDomain): Date {
  if (isProven) return after(now, checkFault ? HOUR_MS : PROVEN_EVERY_MS);
  const age = now.getTime() - createdAt.getTime();
  const [, everyMs] = UNPROVEN.find(([youngerThanMs]) => age < youngerThanMs)!;
  return after(now, everyMs);
}

/**
 * How long a proof counts that was missed now. Only days count on which it was looked for: a service that was switched
 * off for a week must not lose its domains at its first look.
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
