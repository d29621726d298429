import { jest } from '@jest/globals';
import { clock } from '../kernel/clock.js';
import { ApiKeyCache } from './api-key-cache.js';
import { hashKey } from './api-key.js';
import type { KeyLookUps } from './key-lookups.js';
import type { KeyStore, StoredKey } from './key-store.js';

const TEXT = 'a-key-of-somebody';

const key = {
  ...{ id: 'key', tenantId: 'tenant', scopes: [], rateLimit: null },
  ...{ hash: hashKey(TEXT), expiresAt: null, revokedAt: null },
} as unknown as StoredKey;

afterEach(() => void jest.restoreAllMocks());

/** A cache that knows the key, at a time when it must look up the key again, and that lookup fails. */
async function cacheAfter(failure: unknown): Promise<ApiKeyCache> {
  const find = jest.fn<() => Promise<StoredKey>>().mockResolvedValueOnce(key).mockRejectedValue(failure);
  const store = { markUsed: () => Promise.resolve() };
  const cache = new ApiKeyCache({ find } as unknown as KeyLookUps, store as unknown as KeyStore);
  await cache.callerOf(TEXT);
  const later = new Date(clock.now().getTime() + 60_000);
  jest.spyOn(clock, 'now').mockReturnValue(later);
  return cache;
}

describe('a key that was known', () => {
  it.each(['ECONNREFUSED', '57P01'])('still works while the database is away (%s)', async (code) => {
    const cache = await cacheAfter({ code });
    expect(await cache.callerOf(TEXT)).toMatchObject({ keyId: 'key' });
  });

  it.each(['57014', '53300'])('does not while the database is only busy (%s)', async (code) => {
    const cache = await cacheAfter({ code });
    await expect(cache.callerOf(TEXT)).rejects.toEqual({ code });
  });
});

describe('keys that are remembered', () => {
  const MAX_CACHED_KEYS = 10_000;

  it('are not driven out by unknown ones, of which no more are remembered than there is room for', async () => {
    jest.spyOn(clock, 'now').mockReturnValue(clock.now());
    const find = jest.fn(async (_id: string, hash: Buffer) => (hash.equals(key.hash) ? key : undefined));
    const store = { markUsed: () => Promise.resolve() };
    const cache = new ApiKeyCache({ find } as unknown as KeyLookUps, store as unknown as KeyStore);
    const lookUpsOf = async (text: string) => {
      find.mockClear();
      await cache.callerOf(text);
      return find.mock.calls.length;
    };
    expect(await lookUpsOf(TEXT)).toBe(1);
    for (let number = 0; number <= MAX_CACHED_KEYS; number++) await cache.callerOf(`unknown ${number}`);
    expect(await lookUpsOf(TEXT)).toBe(0);
    expect([await lookUpsOf('unknown 2'), await lookUpsOf('unknown 0')]).toEqual([0, 1]);
  });
});
