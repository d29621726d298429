import { jest } from '@jest/globals';
import { clock } from '../../kernel/clock.js';
import { ApiKeyCache } from './api-key-cache.js';
import { hashKey } from './api-key.js';
import { RefusedKey } from './caller.js';
import type { KeyLookUps } from './key-lookups.js';
import type { KeyStore, StoredKey } from './key-store.js';

const TEXT = 'a-key-of-somebody';
const START = Date.UTC(2026, 10, 18);

const key = {
  ...{ id: 'key', tenantId: 'tenant', scopes: [], rateLimit: null, parentId: null },
  ...{ hash: hashKey(TEXT), expiresAt: null, revokedAt: null, lastUsedAt: null },
} as unknown as StoredKey;

type Find = (id: string, hash: Buffer) => Promise<StoredKey | undefined>;

function cacheOn(find: Find) {
  const markUsed = jest.fn(() => Promise.resolve());
  const lookUps = { find } as unknown as KeyLookUps;
  return { cache: new ApiKeyCache(lookUps, { markUsed } as unknown as KeyStore), markUsed };
}

let now = START;

beforeEach(() => {
  now = START;
  jest.spyOn(clock, 'now').mockImplementation(() => new Date(now));
});
afterEach(() => void jest.restoreAllMocks());

const pass = (ms: number) => void (now += ms);

describe('a key that was known', () => {
  /** A cache that knows the key, at a time when it must look up the key again, and that lookup fails. */
  async function cacheAfter(failure: unknown): Promise<ApiKeyCache> {
    const find = jest.fn<Find>().mockResolvedValueOnce(key).mockRejectedValue(failure);
    const { cache } = cacheOn(find);
    await cache.callerOf(TEXT);
    pass(60_000);
    return cache;
  }

  it.each(['ECONNREFUSED', '57P01'])('still works while the database is away (%s)', async (code) => {
    const cache = await cacheAfter({ code });
    expect(await cache.callerOf(TEXT)).toMatchObject({ keyId: 'key' });
  });

  it.each(['57014', '53300'])('does not while the database is only busy (%s)', async (code) => {
    const cache = await cacheAfter({ code });
    await expect(cache.callerOf(TEXT)).rejects.toEqual({ code });
  });

  it('does not work after its end, even while the database is away', async () => {
    const expiring = { ...key, expiresAt: START + 60_000 };
    const { cache } = cacheOn(
      jest.fn<Find>().mockResolvedValueOnce(expiring).mockRejectedValue({ code: '57P01' }),
    );
    await cache.callerOf(TEXT);
    pass(59_999);
    expect(await cache.callerOf(TEXT)).toMatchObject({ keyId: 'key' });
    pass(1);
    expect(await cache.callerOf(TEXT)).toBeInstanceOf(RefusedKey);
  });
});

describe('a key in use', () => {
  /** Uses the key every 50 ms for a while, with the rechecks of that time. */
  async function use(cache: ApiKeyCache, ms: number): Promise<boolean[]> {
    const answers = [];
    for (const end = now + ms; now < end; pass(50)) {
      if ((now - START) % 400 === 0) await cache.recheck();
      answers.push((await cache.callerOf(TEXT)) instanceof RefusedKey);
    }
    return answers;
  }

  it('is looked up again beside the requests, which do not wait', async () => {
    const find = jest.fn<Find>(async () => key);
    const { cache } = cacheOn(find);
    await use(cache, 5000);
    expect(find).toHaveBeenCalledTimes(13);
    expect(cache.results.lookedUp).toBe(1);
  });

  it('is refused at the next recheck after its end', async () => {
    let stored = key;
    const { cache } = cacheOn(async () => stored);
    await use(cache, 450);
    stored = { ...key, revokedAt: now };
    const answers = await use(cache, 500);
    expect(answers).toEqual(answers.map((_, at) => at >= 7));
  });

  it('is refused within a second also where its recheck hangs', async () => {
    const never = new Promise<StoredKey>(() => undefined);
    const find = jest.fn<Find>().mockResolvedValueOnce(key).mockReturnValueOnce(never);
    find.mockResolvedValue({ ...key, revokedAt: START });
    const { cache } = cacheOn(find);
    await cache.callerOf(TEXT);
    expect(cache.callerOf(TEXT)).toMatchObject({ keyId: 'key' });
    pass(400);
    void cache.recheck();
    pass(499);
    expect(cache.callerOf(TEXT)).toMatchObject({ keyId: 'key' });
    pass(1);
    expect(await cache.callerOf(TEXT)).toEqual(new RefusedKey('This API key was revoked.'));
  });

  it('is not looked up any more once nobody uses it', async () => {
    const find = jest.fn<Find>(async () => key);
    const { cache } = cacheOn(find);
    await cache.callerOf(TEXT);
    await cache.callerOf(TEXT);
    for (let round = 0; round < 5; round++) {
      pass(400);
      await cache.recheck();
    }
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('is noted as used once a minute, however often it is looked up', async () => {
    const { cache, markUsed } = cacheOn(async () => key);
    await use(cache, 59_950);
    expect(markUsed).toHaveBeenCalledTimes(1);
    await use(cache, 500);
    expect(markUsed).toHaveBeenCalledTimes(2);
  });

  it('is not noted as used if another process has done so', async () => {
    const { cache, markUsed } = cacheOn(async () => ({ ...key, lastUsedAt: START - 59_000 }));
    await cache.callerOf(TEXT);
    expect(markUsed).not.toHaveBeenCalled();
  });
});

describe('keys that are remembered', () => {
  const MAX_CACHED_KEYS = 10_000;

  it('are not driven out by unknown ones, of which no more are remembered than there is room for', async () => {
    const find = jest.fn(async (_id: string, hash: Buffer) => (hash.equals(key.hash) ? key : undefined));
    const { cache } = cacheOn(find);
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

it('only who has the secret of a key learns why it is refused', async () => {
  const revoked = { ...key, revokedAt: START };
  const { cache } = cacheOn(async (_, hash) => (hash.equals(key.hash) ? revoked : undefined));
  const reasons = [await cache.callerOf(TEXT), await cache.callerOf(`${TEXT}!`)];
  expect(reasons).toEqual([
    new RefusedKey('This API key was revoked.'),
    new RefusedKey('This API key is unknown.'),
  ]);
});
