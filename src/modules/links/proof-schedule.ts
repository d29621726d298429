const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A proof is looked for each day; without one it lapses after a week. */
export const PROOF_LASTS_MS = 7 * DAY_MS;

/** How often an unproven domain is looked at, by its age: whoever has just made it waits for the answer. */
const UNPROVEN: readonly [youngerThanMs: number, everyMs: number][] = [
  [HOUR_MS, MINUTE_MS],
  [DAY_MS, 15 * MINUTE_MS],
  [30 * DAY_MS, DAY_MS],
];

interface CheckedDomain {
  isProven: boolean;
  checkFault?: string | null;
  createdAt: Date;
}

/** When a domain that was just checked is checked again; null is never, unless somebody asks for it. */
export function nextCheckAfter(now: Date, { isProven, checkFault, createdAt }: CheckedDomain): Date | null {
  const age = now.getTime() - createdAt.getTime();
  const everyMs = isProven
    ? checkFault
      ? HOUR_MS
      : DAY_MS
    : UNPROVEN.find(([youngerThanMs]) => age < youngerThanMs)?.[1];
  return everyMs === undefined ? null : new Date(now.getTime() + everyMs);
}
