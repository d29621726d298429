import { ticksOf } from './ticks.js';

it('has few ticks at round numbers, the last one not below the largest value', () => {
  expect(ticksOf(0)).toEqual([0, 1]);
  expect(ticksOf(1)).toEqual([0, 1]);
  expect(ticksOf(7)).toEqual([0, 2, 4, 6, 8]);
  expect(ticksOf(10)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(ticksOf(27_397)).toEqual([0, 10_000, 20_000, 30_000]);
  for (let largest = 1; largest < 3000; largest += 7) {
    const ticks = ticksOf(largest);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
    expect(ticks.at(-2)).toBeLessThan(largest);
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
});
