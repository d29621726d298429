/** A record of a list in an order that people choose. Those with the same number are ordered by age. */
export interface Placed {
  id: string;
  sortOrder: number;
}

/**
 * The numbers that move a record up (-1) or down (1) by one place; only those that change. Mostly two records swap
 * theirs. Where numbers are the same, the records that follow get higher ones.
 */
export function newOrder(list: readonly Placed[], at: number, by: -1 | 1): Placed[] {
  const first = by === -1 ? at - 1 : at;
  if (first < 0 || first + 1 >= list.length) return [];
  const ids = list.map(({ id }) => id);
  [ids[first], ids[first + 1]] = [ids[first + 1]!, ids[first]!];
  const before = new Map(list.map(({ id, sortOrder }) => [id, sortOrder]));
  const numbers = list.map(({ sortOrder }) => sortOrder);
  for (let place = Math.max(first, 1); place < numbers.length; place++) {
    if (numbers[place]! > numbers[place - 1]!) {
      if (place > first) break;
      continue;
    }
    numbers[place] = numbers[place - 1]! + 1;
  }
  return ids
    .map((id, place) => ({ id, sortOrder: numbers[place]! }))
    .filter(({ id, sortOrder }) => before.get(id) !== sortOrder);
}
