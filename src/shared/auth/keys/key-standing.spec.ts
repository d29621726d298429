import { endOf, expiryOf, expiryOfSecret, rateLimitOf, scopesOf, stateOf } from './key-standing.js';

const NOW = 1000;
const [HASH, PREVIOUS, OTHER] = ['current', 'previous', 'other'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

const key = { scopes: ['*'], hash: HASH };
const parent = { scopes: ['*'], isRotated: false };

describe('a key', () => {
  it('works with its secret until it expires or is revoked', () => {
    expect(endOf(key, HASH, NOW)).toBeUndefined();
    expect(endOf({ ...key, expiresAt: NOW + 1 }, HASH, NOW)).toBeUndefined();
    expect(endOf({ ...key, expiresAt: new Date(NOW) }, HASH, NOW)).toMatch(/has expired\.$/);
    expect(endOf({ ...key, revokedAt: NOW, expiresAt: NOW }, HASH, NOW)).toMatch(/was revoked\.$/);
  });

  it('works with the secret before the last rotation for a while', () => {
    const rotated = { ...key, previousHash: PREVIOUS, previousUntil: NOW + 1 };
    expect([endOf(rotated, HASH, NOW), endOf(rotated, PREVIOUS, NOW)]).toEqual([undefined, undefined]);
    expect(endOf(rotated, PREVIOUS, NOW + 1)).toMatch(/was rotated/);
    expect(endOf({ ...rotated, previousUntil: null }, PREVIOUS, NOW)).toMatch(/was rotated/);
    expect(endOf(rotated, OTHER, NOW)).toMatch(/was rotated/);
    expect([expiryOfSecret(rotated, HASH), expiryOfSecret(rotated, PREVIOUS)]).toEqual([null, NOW + 1]);
    expect(expiryOfSecret({ ...rotated, expiresAt: NOW }, PREVIOUS)).toBe(NOW);
  });
});

describe('a child', () => {
  it('has what it and its parent have', () => {
    const child = { scopes: ['a:read', 'b:read'], rateLimit: null, expiresAt: 5 };
    const narrowed = { ...parent, scopes: ['b:read'], rateLimit: '1:2', expiresAt: 3 };
    expect(scopesOf({ ...child, parent: narrowed })).toEqual(['b:read']);
    expect(rateLimitOf({ ...child, parent: narrowed })).toBe('1:2');
    expect(expiryOf({ ...child, parent: narrowed })).toBe(3);
    expect(expiryOf({ ...child, expiresAt: 2, parent: narrowed })).toBe(2);
  });

  it.each([
    ['is revoked', { revokedAt: NOW - 1 }, 'revoked', /revoked together with its parent/],
    ['expires', { expiresAt: NOW - 1 }, 'expired', /expired together with its parent/],
    ['is rotated', { isRotated: true }, 'revoked', /parent was rotated/],
  ])('ends when its parent %s', (_, change, state, reason) => {
    const child = { ...key, parent: { ...parent, ...change } };
    expect([endOf(child, HASH, NOW), stateOf(child, NOW)]).toEqual([expect.stringMatching(reason), state]);
  });

  it('is active as long as both are', () => {
    expect(stateOf({ ...key, parent }, NOW)).toBe('active');
    expect(endOf({ ...key, parent }, HASH, NOW)).toBeUndefined();
  });
});
