import fc from 'fast-check';
import { FrequentValues } from './frequent-values.js';

const values = fc.array(fc.integer({ min: 0, max: 40 }).map(String), { maxLength: 300 });

function counted(given: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of given) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

it('are exact, and the same in any order, while there is room for all values', () => {
  fc.assert(
    fc.property(values, fc.nat(45), (given, limit) => {
      const most = [given, given.toReversed()].map((each) => {
        const frequent = new FrequentValues(41);
        for (const value of each) frequent.add(value, 1);
        return frequent.most(limit);
      });
      const expected = [...counted(given)].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
      const shown = expected.slice(0, limit).map(([value]) => value);
      expect(most).toEqual([shown, shown]);
    }),
  );
});

it('have each value that is frequent enough, whatever else there is', () => {
  fc.assert(
    fc.property(values, (given) => {
      const frequent = new FrequentValues(10);
      for (const value of given) frequent.add(value, 1);
      const found = new Set(frequent.most(10));
      for (const [value, count] of counted(given))
        if (count > given.length / 10) expect([value, found.has(value)]).toEqual([value, true]);
    }),
  );
});

it('leave out values that are taken back', () => {
  const frequent = new FrequentValues();
  for (const [value, count] of [
    ['a', 1],
    ['b', 2],
    ['a', -1],
  ] as const)
    frequent.add(value, count);
  expect(frequent.most(10)).toEqual(['b']);
});
