import type { RateLimit } from '../kernel/rate-limit.js';

/** Who is calling: which tenant, by which key, and what that key may do. */
export interface Caller {
  readonly keyId: string;
  readonly tenantId: string;
  readonly scopes: readonly string[];
  /** Of the key alone, beside that of its tenant. */
  readonly rateLimit?: RateLimit;
}

export function hasScope(caller: Caller, scope: string): boolean {
  return caller.scopes.includes('*') || caller.scopes.includes(scope);
}
