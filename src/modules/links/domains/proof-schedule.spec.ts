import { nextCheckAfter, PROOF_LASTS_MS, proofEndsAt } from './proof-schedule.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = new Date('2026-11-16T12:00:00Z');

const madeBefore = (ageMs: number) => new Date(NOW.getTime() - ageMs);

/** The time between two checks. */
function pauseOf(domain: { isProven: boolean; checkFault?: string | null; ageMs?: number }): number {
  const { ageMs = 0, ...state } = domain;
  const next = nextCheckAfter(NOW, { ...state, createdAt: madeBefore(ageMs) });
  return next.getTime() - NOW.getTime();
}

describe('an unproven domain', () => {
  it.each([
    ['that is new', 0, MINUTE],
    ['of nearly an hour', HOUR - 1, MINUTE],
    ['of an hour', HOUR, 15 * MINUTE],
    ['of nearly a day', DAY - 1, 15 * MINUTE],
    ['of a day', DAY, DAY],
    ['of nearly 30 days', 30 * DAY - 1, DAY],
    ['of 30 days', 30 * DAY, 7 * DAY],
    ['of a year', 365 * DAY, 7 * DAY],
    // The clock of the machine that created it may be some milliseconds ahead.
    ['of a moment to come', -5, MINUTE],
  ])('%s', (_, ageMs, pause) => {
    expect(pauseOf({ isProven: false, checkFault: 'no_record', ageMs })).toBe(pause);
    expect(pauseOf({ isProven: false, checkFault: null, ageMs })).toBe(pause);
  });
});

describe('a proven domain', () => {
  it.each([0, HOUR, 30 * DAY, 365 * DAY])('is looked at each day, whatever its age (%d ms)', (ageMs) => {
    expect(pauseOf({ isProven: true, checkFault: null, ageMs })).toBe(DAY);
    expect(pauseOf({ isProven: true, ageMs })).toBe(DAY);
  });

  it('is looked at each hour while its proof is missing', () => {
    expect(pauseOf({ isProven: true, checkFault: 'no_answer', ageMs: 365 * DAY })).toBe(HOUR);
  });

  it('has a week to show its proof again', () => {
    expect(PROOF_LASTS_MS).toBe(7 * DAY);
  });
});

describe('a proof that is missed', () => {
  const until = new Date(NOW.getTime() + DAY);
  const endsAfter = (sinceCheckMs: number) =>
    proofEndsAt(until, { lastCheckedAt: madeBefore(sinceCheckMs), now: NOW }).getTime() - NOW.getTime();

  it('counts until its time is over, where it is looked for each day', () => {
    expect(endsAfter(HOUR)).toBe(DAY);
    expect(endsAfter(DAY)).toBe(DAY);
  });

  it('counts longer by the days on which nobody looked', () => {
    expect(endsAfter(8 * DAY)).toBe(8 * DAY);
  });
});
