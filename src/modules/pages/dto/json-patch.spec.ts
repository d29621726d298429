import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { applyPatch, type Operation as Step } from 'rfc6902';
import { operationsBetween, type Operation } from './json-patch.js';

const RUNS = Number(process.env.FC_RUNS ?? 300);
const SEED = Number(process.env.FC_SEED ?? 1_763_164_800);
const MIB = 1_048_576;

const copyOf = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Value;

/** Applies the operations with another library. It recognises arrays by Node's own classes, not by those of a test. */
function applied(before: unknown, operations: readonly Operation[]): unknown {
  const document = structuredClone({ value: before });
  const steps = operations.map((step) => ({ ...step, path: `/value${step.path}` }) as Step);
  expect(applyPatch(document, structuredClone(steps)).filter(Boolean)).toEqual([]);
  return copyOf(document.value);
}

const bytesOf = (value: unknown) => JSON.stringify(value).length;

/** Few different values, so both documents have much in common, and keys that a pointer must escape. */
const { json } = fc.letrec<{ json: unknown; list: unknown[]; object: object }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, 1, 'a', 'b', ''),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('json'), { maxLength: 6 }),
  object: fc.dictionary(fc.constantFrom('', 'a', 'b', 'a/b', '~', '~1', '-', '0'), tie('json'), {
    maxKeys: 5,
    noNullPrototype: true,
  }),
}));

/** A value as the database returns it. */
const parsed = json.map(copyOf);

describe('the operations between two JSON values', () => {
  it('make the one of the other, and are never much longer than it', () => {
    fc.assert(
      fc.property(parsed, parsed, (before, after) => {
        const operations = operationsBetween(before, after);
        expect(isDeepStrictEqual(applied(before, operations), after)).toBe(true);
        expect(bytesOf(operations)).toBeLessThanOrEqual(bytesOf(after) + 40);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it.each<[string, unknown, unknown, Operation[]]>([
    ['nothing', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    [
      'a field',
      { a: 'x'.repeat(30), b: 'yes' },
      { a: 'x'.repeat(30), b: 'no' },
      [{ op: 'replace', path: '/b', value: 'no' }],
    ],
    [
      'an item put in between',
      ['x'.repeat(30), 'y'.repeat(30)],
      ['x'.repeat(30), 'new', 'y'.repeat(30)],
      [{ op: 'add', path: '/1', value: 'new' }],
    ],
    [
      'an item that is gone',
      { list: ['x'.repeat(30), 'old', 'y'.repeat(30)] },
      { list: ['x'.repeat(30), 'y'.repeat(30)] },
      [{ op: 'remove', path: '/list/1' }],
    ],
    ['all of it', [1], { a: 1 }, [{ op: 'replace', path: '', value: { a: 1 } }]],
  ])('name %s', (_, before, after, operations) => {
    expect(operationsBetween(before, after)).toEqual(operations);
  });

  const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `${index + from}`);
  const letters = (count: number, letter: string) => Array.from({ length: count }, () => letter);
  const deep = (leaf: string): unknown =>
    Array.from({ length: 8 }).reduce<unknown>((inner) => ({ inner, list: letters(30_000, leaf) }), leaf);

  it.each<[string, unknown, unknown]>([
    ['lists with nothing in common', numbers(130_000), numbers(130_000, 500_000)],
    ['a list that moved by one', numbers(130_000), numbers(130_000, 1)],
    ['lists of the shortest items', letters(250_000, 'a'), letters(250_000, 'b')],
    ['every second item', numbers(120_000), numbers(120_000).map((item, i) => (i % 2 ? item : 'x'))],
    ['a list and an empty one', numbers(130_000), []],
    ['lists inside of lists', deep('a'), deep('b')],
    [
      'many keys',
      Object.fromEntries(numbers(80_000).map((key) => [key, 1])),
      Object.fromEntries(numbers(80_000).map((key) => [key, 2])),
    ],
  ])('are found soon for contents of about a MiB: %s', (_, before, after) => {
    expect(Math.max(bytesOf(before), bytesOf(after))).toBeGreaterThan(0.7 * MIB);
    const began = process.cpuUsage().user;
    const operations = operationsBetween(before, after);
    expect((process.cpuUsage().user - began) / 1000).toBeLessThan(2000);
    expect(bytesOf(operations)).toBeLessThanOrEqual(bytesOf(after) + 40);
  });
});
