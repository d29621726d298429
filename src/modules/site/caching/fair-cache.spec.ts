import { FairCache } from './fair-cache.js';

/** Values of one tenant, numbered from 1. */
function fill(cache: FairCache<string>, tenantId: string, count: number, bytes = 10): void {
  for (let number = 1; number <= count; number++)
    cache.set(`${tenantId}${number}`, 'kept', { tenantId, bytes });
}

const kept = (cache: FairCache<string>, tenantId: string, count: number) =>
  Array.from({ length: count }, (_, at) => at + 1).filter((number) => cache.get(`${tenantId}${number}`));

describe('a shared cache', () => {
  it('is filled by one tenant while there is room', () => {
    const cache = new FairCache<string>(100);
    fill(cache, 'a', 12);
    expect(kept(cache, 'a', 12)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('takes room from a tenant with more than a quarter, however recent its values are', () => {
    const cache = new FairCache<string>(100);
    fill(cache, 'small', 2);
    fill(cache, 'large', 8);
    fill(cache, 'new', 2);
    expect(kept(cache, 'small', 2)).toEqual([1, 2]);
    expect(kept(cache, 'new', 2)).toEqual([1, 2]);
    expect(kept(cache, 'large', 8)).toEqual([3, 4, 5, 6, 7, 8]);
  });

  it('takes the value that the tenant has not used for longest', () => {
    const cache = new FairCache<string>(100);
    fill(cache, 'large', 10);
    cache.get('large1');
    fill(cache, 'new', 1);
    expect(kept(cache, 'large', 3)).toEqual([1, 3]);
  });

  it('takes the value that nobody has used for longest, if no tenant has more than a quarter', () => {
    const cache = new FairCache<string>(100);
    for (const tenantId of ['a', 'b', 'c', 'd', 'e']) fill(cache, tenantId, 2);
    cache.get('a1');
    fill(cache, 'new', 2);
    expect([kept(cache, 'a', 2), kept(cache, 'b', 2), kept(cache, 'new', 2)]).toEqual([[1], [2], [1, 2]]);
  });

  it('keeps no value of more than a quarter, and forgets the value that it had before', () => {
    const cache = new FairCache<string>(100);
    fill(cache, 'a', 1, 25);
    expect(kept(cache, 'a', 1)).toEqual([1]);
    fill(cache, 'a', 1, 26);
    expect(kept(cache, 'a', 1)).toEqual([]);
  });

  it('counts a value that was replaced once', () => {
    const cache = new FairCache<string>(100);
    fill(cache, 'other', 1);
    for (let round = 0; round < 20; round++) fill(cache, 'a', 1);
    expect([kept(cache, 'a', 1), kept(cache, 'other', 1)]).toEqual([[1], [1]]);
  });
});
