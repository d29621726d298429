import { StreamLimits, MOST_OF_A_SESSION, MOST_OF_A_TENANT, MOST_OF_ALL } from './stream-limits.js';

const session = (keyId: string, parentKeyId: string | null = 'parent', tenantId = 'tenant') => ({
  tenantId,
  keyId,
  parentKeyId,
});

it('a session has few places, and gives them back once', () => {
  const places = new StreamLimits(10);
  const taken = Array.from({ length: MOST_OF_A_SESSION }, () => places.take(session('a'))!);
  expect(places.take(session('a'))).toBeUndefined();
  expect(places.take(session('b'))).toBeDefined();
  taken[0]!();
  taken[0]!();
  expect(places.take(session('a'))).toBeDefined();
  expect(places.take(session('a'))).toBeUndefined();
});

it('sessions of a key share its places', () => {
  const places = new StreamLimits(2);
  for (const each of ['a', 'b']) expect(places.take(session(each))).toBeDefined();
  expect(places.take(session('c'))).toBeUndefined();
  expect(places.take(session('c', 'another'))).toBeDefined();
});

it('a tenant leaves places to others, however many keys it has', () => {
  const places = new StreamLimits(10);
  for (let at = 0; at < MOST_OF_A_TENANT; at++)
    expect(places.take(session(`s${at}`, `k${at}`))).toBeDefined();
  expect(places.take(session('more', 'more'))).toBeUndefined();
  expect(places.take(session('more', 'more', 'another'))).toBeDefined();
});

it('a process has so many in all', () => {
  const places = new StreamLimits(10);
  for (let at = 0; at < MOST_OF_ALL; at++)
    expect(places.take(session(`s${at}`, `k${at}`, `t${at % 10}`))).toBeDefined();
  expect(places.take(session('more', 'more'))).toBeUndefined();
});
