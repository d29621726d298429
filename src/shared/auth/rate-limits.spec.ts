import type { Response } from 'express';
import type { Settings } from '../config/settings.js';
import type { RateLimit } from '../kernel/rate-limit.js';
import { RateLimits } from './rate-limits.js';

const MAX_DELAYED = 1000;
/** No token is refilled while a test runs. */
const NEARLY_NONE = 1e-6;

const limitsOf = (RATE_LIMIT?: RateLimit) => new RateLimits({ RATE_LIMIT, PROCESSES: 1 } as Settings);

function answer(): { res: Response; headers: Map<string, string> } {
  const headers = new Map<string, string>();
  return {
    res: { setHeader: (name: string, value: string) => headers.set(name, value) } as unknown as Response,
    headers,
  };
}

it('what the limit of a key stops is not on the account of its tenant', () => {
  const limits = limitsOf({ perSecond: NEARLY_NONE, burst: 10 });
  const caller = { name: null, tenantId: 'tenant', scopes: [], secretHash: Buffer.alloc(0) };
  const limited = { ...caller, keyId: 'limited', rateLimit: { perSecond: NEARLY_NONE, burst: 1 } };
  const ask = () => limits.count(limited, answer().res);
  ask();
  for (let refused = 0; refused < 5; refused++) expect(ask).toThrow('for this key');
  const { res, headers } = answer();
  limits.count({ ...caller, keyId: 'other', rateLimit: undefined }, res);
  expect(headers.get('RateLimit')).toMatch(/^"tenant";r=8;/);
});

it('a child shares the limit of its parent', () => {
  const limits = limitsOf();
  const rateLimit = { perSecond: NEARLY_NONE, burst: 2 };
  const caller = { name: null, tenantId: 'tenant', scopes: [], secretHash: Buffer.alloc(0), rateLimit };
  limits.count({ ...caller, keyId: 'parent' }, answer().res);
  limits.count({ ...caller, keyId: 'first', parentId: 'parent' }, answer().res);
  expect(() => limits.count({ ...caller, keyId: 'second', parentId: 'parent' }, answer().res)).toThrow();
});

it('those who send unknown keys wait for their refusal, but only so many at once', async () => {
  const limits = limitsOf();
  const settled = { fulfilled: 0, rejected: 0 };
  const sent = 2 * MAX_DELAYED;
  const refusals = Array.from({ length: sent }, () =>
    limits.countUnknownKey('address').then(
      () => settled.fulfilled++,
      () => settled.rejected++,
    ),
  );
  await new Promise(setImmediate);
  expect(sent - settled.fulfilled - settled.rejected).toBe(MAX_DELAYED);
  await Promise.all(refusals);
  expect(settled.rejected).toBe(sent - settled.fulfilled);
  expect(settled.fulfilled).toBeLessThan(200);
});
