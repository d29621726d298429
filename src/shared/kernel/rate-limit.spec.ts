import { sharePerProcess, readRateLimit, TokenBuckets } from './rate-limit.js';

describe('a rate limit', () => {
  it.each(['500:5000', '1:1', '1000000:100000000'])('is written as %s', (text) => {
    const [perSecond, burst] = text.split(':').map(Number);
    expect(readRateLimit(text)).toEqual({ perSecond, burst });
  });

  it.each(['', 'off', '500', '0:5', '5:0', '-1:5', '1.5:5', '1000001:5', '5:100000001', ' 5:5', '5:5:5'])(
    'is not written as %j',
    (text) => expect(readRateLimit(text)).toBeUndefined(),
  );
});

describe('token buckets', () => {
  const limit = { perSecond: 10, burst: 3 };

  it('let a burst through, then as many as the rate', () => {
    const buckets = new TokenBuckets();
    const remaining = [1, 2, 3].map(() => buckets.take('a', limit, 1000).remaining);
    expect(remaining).toEqual([2, 1, 0]);
    expect(buckets.take('a', limit, 1000)).toEqual({
      isAllowed: false,
      remaining: 0,
      resetMs: 300,
      retryMs: 100,
    });
    expect(buckets.take('a', limit, 1099).isAllowed).toBe(false);
    expect(buckets.take('a', limit, 1100)).toEqual({
      isAllowed: true,
      remaining: 0,
      resetMs: 300,
      retryMs: 0,
    });
    expect(buckets.take('b', limit, 1100).remaining).toBe(2);
  });

  it('give several tokens at once or none, and never more than the burst', () => {
    const buckets = new TokenBuckets();
    expect(buckets.take('a', limit, 1000, 2)).toEqual({
      ...{ isAllowed: true, remaining: 1, resetMs: 200, retryMs: 0 },
    });
    expect(buckets.take('a', limit, 1000, 2)).toEqual({
      ...{ isAllowed: false, remaining: 1, resetMs: 200, retryMs: 100 },
    });
    expect(buckets.take('a', limit, 1100, 2).isAllowed).toBe(true);
    expect(buckets.take('b', limit, 1000, 4).isAllowed).toBe(false);
  });

  it('tell times without what is lost in sums of fractions', () => {
    const buckets = new TokenBuckets();
    const resets = Array.from({ length: 1000 }, (_, at) => {
      const now = 1234.567_891 * at + 0.1;
      return buckets.take(`${at}`, { perSecond: 1, burst: 3 }, now).resetMs;
    });
    expect(new Set(resets)).toEqual(new Set([1000]));
  });

  it('never hold more than the burst', () => {
    const buckets = new TokenBuckets();
    buckets.take('a', limit, 0);
    expect(buckets.take('a', limit, 1e9).remaining).toBe(2);
  });

  it('take back what was given', () => {
    const buckets = new TokenBuckets();
    const limit = { perSecond: 1, burst: 2 };
    expect(buckets.take('a', limit, 0).remaining).toBe(1);
    buckets.giveBack('a', limit);
    expect(buckets.take('a', limit, 0).remaining).toBe(1);
    buckets.giveBack('nobody', limit);
    expect(buckets.size).toBe(1);
  });

  it('forget those that are full before any other', () => {
    const buckets = new TokenBuckets();
    for (let id = 0; id < 100_000; id++) buckets.take(`${id}`, limit, id < 50_000 ? 0 : 1000);
    buckets.take('next', limit, 1000);
    expect(buckets.size).toBe(50_001);
    for (let id = 0; id < 60_000; id++) buckets.take(`more ${id}`, limit, 1000);
    expect(buckets.size).toBeGreaterThanOrEqual(90_000);
    expect(buckets.size).toBeLessThanOrEqual(100_000);
  });
});

describe('the part of one of several processes', () => {
  it.each([
    [{ perSecond: 500, burst: 5000 }, 1, { perSecond: 500, burst: 5000 }],
    [{ perSecond: 500, burst: 5001 }, 2, { perSecond: 250, burst: 2500 }],
    [{ perSecond: 1, burst: 2 }, 4, { perSecond: 0.25, burst: 1 }],
  ])('of %j among %i is %j', (limit, processes, part) => {
    expect(sharePerProcess(limit, processes)).toEqual(part);
  });
});
