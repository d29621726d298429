import { commonScopes, managesKeys, SCOPE, scopesBeyond } from './scopes.js';

it('everything, or reading or writing one area, is a scope', () => {
  expect(['*', 'topics:read', 'audience-versions:write'].filter((text) => !SCOPE.test(text))).toEqual([]);
  const others = ['', '**', 'topics', 'topics:*', 'topics:delete', ':read', 'Topics:read', 'topics:read '];
  expect(others.filter((text) => SCOPE.test(text))).toEqual([]);
});

it.each([
  [['a:read'], ['*'], []],
  [['*'], ['*'], []],
  [['*'], ['a:read', 'a:write'], ['*']],
  [['a:read', 'b:read'], ['b:read', 'c:read'], ['a:read']],
  [[], [], []],
])('what %j has beyond %j is %j', (scopes, others, beyond) => {
  expect(scopesBeyond(scopes, others)).toEqual(beyond);
});

it.each([
  [['a:read', 'b:read'], ['*'], ['a:read', 'b:read']],
  [['*'], ['a:read'], ['a:read']],
  [['a:read', 'b:read'], ['b:read', 'c:read'], ['b:read']],
  [['*'], ['*'], ['*']],
  [['*'], [], []],
])('%j and %j have %j in common', (some, others, common) => {
  expect(commonScopes(some, others)).toEqual(common);
});

it('a key manages keys with the scope for it, or with all', () => {
  expect([['*'], ['keys:write'], ['keys:read', 'topics:write'], []].map(managesKeys)).toEqual([
    ...[true, true, false, false],
  ]);
});
