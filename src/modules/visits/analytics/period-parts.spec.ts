import fc from 'fast-check';
import { partsOf, QUARTERS_A_DAY, ROLLUP_DAYS } from './period-parts.js';
import { QUARTER_MS } from './time-buckets.js';

const inMs = (from: number, to: number) => ({ from: from * QUARTER_MS, to: to * QUARTER_MS });

it('takes part of a day, whole days in large pieces, and part of a day', () => {
  expect(partsOf(inMs(95, 96 * 21 + 3))).toEqual([
    { day: 0, days: 1, from: 95, to: 96 },
    { day: 1, days: 1, from: null, to: null },
    { day: 2, days: 1, from: null, to: null },
    { day: 3, days: 1, from: null, to: null },
    { day: 4, days: 4, from: null, to: null },
    { day: 8, days: 4, from: null, to: null },
    { day: 12, days: 4, from: null, to: null },
    { day: 16, days: 4, from: null, to: null },
    { day: 20, days: 1, from: null, to: null },
    { day: 21, days: 1, from: 0, to: 3 },
  ]);
});

it('takes one part of a day for some hours', () => {
  expect(partsOf(inMs(96 + 10, 96 + 20))).toEqual([{ day: 1, days: 1, from: 10, to: 20 }]);
});

it('counts each quarter hour of any period once, with few parts', () => {
  const quarters = fc.integer({ min: 0, max: 40_000 });
  fc.assert(
    fc.property(quarters, quarters, (a, b) => {
      const [from, to] = a < b ? [a, b] : [b, a];
      const parts = partsOf(inMs(from, to));
      const covered = parts.map((part) => {
        const start = part.day * QUARTERS_A_DAY;
        return [start + (part.from ?? 0), start + (part.to ?? part.days * QUARTERS_A_DAY)] as const;
      });
      let next = from;
      for (const [start, end] of covered) {
        expect(start).toBe(next);
        next = end;
      }
      expect(next).toBe(to);
      expect(parts.every(({ day, days }) => day % days === 0 && ROLLUP_DAYS.includes(days as 1))).toBe(true);
      expect(parts.length).toBeLessThan(30);
    }),
  );
});
