import { jest } from '@jest/globals';
import { clock } from './clock.js';
import { HOUR_MS } from './durations.js';

const NOW_MS = 1_800_000_000_000;

/** One reading of the other clock that took `tookMs`, half of it on the way there. */
const look = ({ aheadMs, tookMs }: { aheadMs: number; tookMs: number }) =>
  clock.follow({ sentMs: NOW_MS, theirMs: NOW_MS + tookMs / 2 + aheadMs, receivedMs: NOW_MS + tookMs });

const aheadMs = () => clock.now().getTime() - NOW_MS;

beforeAll(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW_MS));
beforeEach(() => look({ aheadMs: 0, tookMs: 0 }));
afterAll(() => jest.restoreAllMocks());

it('is the clock of this machine where the other one shows the same', () => {
  look({ aheadMs: 3, tookMs: 10 });
  expect(aheadMs()).toBe(0);
});

it.each([2 * HOUR_MS, -2 * HOUR_MS])('goes with a clock that is %i ms ahead', (ahead) => {
  look({ aheadMs: ahead, tookMs: 10 });
  expect(Math.abs(aheadMs() - ahead)).toBeLessThanOrEqual(1);
});

it('keeps what a quick look has told when a slow one does not contradict', () => {
  look({ aheadMs: HOUR_MS, tookMs: 2 });
  const learned = aheadMs();
  look({ aheadMs: HOUR_MS + 400, tookMs: 1000 });
  expect(aheadMs()).toBe(learned);
});

it('goes with a clock that was set', () => {
  look({ aheadMs: HOUR_MS, tookMs: 2 });
  look({ aheadMs: 0, tookMs: 2 });
  expect(Math.abs(aheadMs())).toBeLessThanOrEqual(1);
});

it('answers no moment before another one', () => {
  const [past, future] = [new Date(NOW_MS - 1), new Date(NOW_MS + 1)];
  expect(clock.notBefore(past)).toEqual(new Date(NOW_MS));
  expect(clock.notBefore(future)).toEqual(future);
});

it('shows a time of the past where there is one', () => {
  let past: number | undefined = NOW_MS - HOUR_MS;
  clock.liveIn(() => past);
  expect(aheadMs()).toBe(-HOUR_MS);
  past = undefined;
  expect(aheadMs()).toBe(0);
});
