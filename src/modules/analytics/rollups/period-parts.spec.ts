import fc from 'fast-check';
import { breakdownParts, breakdownPartsWith, QUARTERS_A_DAY, totalParts } from './period-parts.js';
import { QUARTER_MS } from '../figures/time-buckets.js';

const inMs = (from: number, to: number) => ({ from: from * QUARTER_MS, to: to * QUARTER_MS });

const quarters = fc.integer({ min: 0, max: 40_000 });
const periods = fc.tuple(quarters, quarters).map(([a, b]): [number, number] => (a < b ? [a, b] : [b, a]));

/** Asserts that each quarter hour of a period counts once. */
function expectAll([from, to]: [number, number], covered: [number, number][]): void {
  let next = from;
  for (const [start, end] of covered) {
    expect(start).toBe(next);
    next = end;
  }
  expect(next).toBe(to);
}

describe('the totals of a period', () => {
  it('are part of a day, whole days in large pieces, and part of a day', () => {
    expect(totalParts(inMs(95, 96 * 21 + 3))).toEqual([
      { day: 0, days: 1, from: 95, to: 96 },
      ...[1, 2, 3].map((day) => ({ day, days: 1, from: null, to: null })),
      ...[4, 8, 12, 16].map((day) => ({ day, days: 4, from: null, to: null })),
      { day: 20, days: 1, from: null, to: null },
      { day: 21, days: 1, from: 0, to: 3 },
    ]);
  });

  it('are one part of a day for some hours', () => {
    expect(totalParts(inMs(96 + 10, 96 + 20))).toEqual([{ day: 1, days: 1, from: 10, to: 20 }]);
  });

  it('have each quarter hour of any period once, in few parts', () => {
    fc.assert(
      fc.property(periods, (period) => {
        const parts = totalParts(inMs(...period));
        const covered = parts.map(({ day, days, from, to }): [number, number] => {
          const start = day * QUARTERS_A_DAY;
          return [start + (from ?? 0), start + (to ?? days * QUARTERS_A_DAY)];
        });
        expectAll(period, covered);
        expect(parts.every(({ day, days }) => day % days === 0)).toBe(true);
        expect(parts.length).toBeLessThan(30);
      }),
    );
  });
});

describe('the breakdown of a period', () => {
  it('has each quarter hour once, in few rows that are kept', () => {
    fc.assert(
      fc.property(periods, (period) => {
        const parts = breakdownParts(inMs(...period));
        expectAll(
          period,
          parts.map(({ quarter, quarters: length }) => [quarter, quarter + length]),
        );
        for (const part of parts) expect(breakdownPartsWith(part.quarter)).toContainEqual(part);
        expect(parts.length).toBeLessThan(70);
      }),
    );
  });
});
