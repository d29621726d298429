import type { RateLimit } from '../kernel/rate-limit.js';

/** The caller: its tenant, its key, and the scopes of that key. */
export interface Caller {
  readonly keyId: string;
  readonly tenantId: string;
  readonly scopes: readonly string[];
  /** The limit of the key itself, in addition to that of its tenant. */
  readonly rateLimit?: RateLimit;
}

export function hasScope(caller: Caller, scope: string): boolean {
  return caller.scopes.includes('*') || caller.scopes.includes(scope);
}
