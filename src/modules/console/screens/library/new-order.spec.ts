import { newOrder, type Placed } from './new-order.js';

const listOf = (...numbers: number[]): Placed[] =>
  numbers.map((sortOrder, at) => ({ id: 'abcdef'[at]!, sortOrder }));

/** The ids as the API orders them: by number, then by age, which is the order of the list here. */
function orderAfter(list: Placed[], changes: readonly Placed[]): string {
  const changed = new Map(changes.map(({ id, sortOrder }) => [id, sortOrder]));
  return list
    .map(({ id, sortOrder }) => ({ id, sortOrder: changed.get(id) ?? sortOrder }))
    .sort((one, other) => one.sortOrder - other.sortOrder)
    .map(({ id }) => id)
    .join('');
}

it.each([
  ['swaps two numbers', [10, 20, 30], 2, -1, 'acb', 2],
  ['moves down', [10, 20, 30], 0, 1, 'bac', 2],
  ['parts records with the same number', [0, 0, 0, 0], 2, -1, 'acbd', 3],
  ['leaves those after a gap alone', [5, 5, 5, 90], 0, 1, 'bacd', 2],
  ['is not led astray by the number before', [7, 7, 8], 2, -1, 'acb', 1],
  ['keeps the first in its place', [10, 20], 0, -1, 'ab', 0],
  ['keeps the last in its place', [10, 20], 1, 1, 'ab', 0],
] as const)('%s', (_title, numbers, at, by, expected, count) => {
  const list = listOf(...numbers);
  const changes = newOrder(list, at, by);
  expect(orderAfter(list, changes)).toBe(expected);
  expect(changes).toHaveLength(count);
});
