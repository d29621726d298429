import { KeyPrivileges } from './key-privileges.js';

const all = new KeyPrivileges(['*'], null, null);
const some = new KeyPrivileges(['topics:read', 'topics:write'], '10:100', 5000);

it('everything covers everything', () => {
  for (const each of [all, some]) expect(() => all.assertCovers(each)).not.toThrow();
});

it('a key covers itself', () => {
  expect(() => some.assertCovers(some)).not.toThrow();
  expect(() => some.assertGrants(some)).not.toThrow();
});

it.each([
  ['all scopes', new KeyPrivileges(['*'], '1:1', 1), '/scopes/0', 'your key lacks the scope *'],
  [
    'another scope',
    new KeyPrivileges(['topics:read', 'a:read'], '1:1', 1),
    '/scopes/1',
    'lacks the scope a:read',
  ],
  ['no limit', new KeyPrivileges([], null, 1), '/rateLimit', 'your key has the rate limit 10:100'],
  ['a faster limit', new KeyPrivileges([], '11:1', 1), '/rateLimit', '10:100'],
  ['a larger burst', new KeyPrivileges([], '1:101', 1), '/rateLimit', '10:100'],
  ['no end', new KeyPrivileges([], '1:1', null), '/expiresAt', 'your key expires at +5000'],
  ['a later end', new KeyPrivileges([], '1:1', 5001), '/expiresAt', '+5000'],
])('%s is beyond a key that lacks it', (_, other, pointer, reason) => {
  expect(() => some.assertCovers(other)).toThrow(reason);
  expect(refusalOf(other)).toMatchObject({
    code: 'beyond_own_key',
    faults: [{ pointer, code: 'beyond_own_key' }],
  });
});

it('each excess is a fault of its own', () => {
  expect(refusalOf(all)).toMatchObject({ faults: [{}, {}, {}] });
});

function refusalOf(asked: KeyPrivileges): unknown {
  try {
    some.assertGrants(asked);
  } catch (error) {
    return error;
  }
  throw new Error('It was granted.');
}
