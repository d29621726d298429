import fc from 'fast-check';
import { MAX_TRIES, RETRY_DELAYS_MS, retryDelay } from './retry-schedule.js';

const HOUR = 3_600_000;

it('tries ten times: at once, then after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h', () => {
  const middle = () => 0.5;
  const delays = Array.from({ length: MAX_TRIES }, (_, index) => retryDelay(index + 1, null, middle));
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * HOUR);
  expect(delays).toEqual([5000, 300_000, 1_800_000, ...hours, undefined]);
});

it('spreads each delay by a fifth to either side', () => {
  const tries = fc.integer({ min: 1, max: MAX_TRIES - 1 });
  const luck = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(tries, luck, (count, random) => {
      const delay = RETRY_DELAYS_MS[count - 1]!;
      const spread = retryDelay(count, null, () => random)!;
      expect(spread).toBeGreaterThanOrEqual(delay * 0.8 - 1);
      expect(spread).toBeLessThanOrEqual(delay * 1.2 + 1);
    }),
  );
  expect(retryDelay(1, null, () => 0)).toBe(4000);
  expect(retryDelay(1, null, () => 1)).toBe(6000);
});

it('grants a receiver more time where it asks for it, and never less', () => {
  const middle = () => 0.5;
  expect(retryDelay(1, 60_000, middle)).toBe(60_000);
  expect(retryDelay(2, 60_000, middle)).toBe(300_000);
  expect(retryDelay(MAX_TRIES, 60_000, middle)).toBeUndefined();
});
