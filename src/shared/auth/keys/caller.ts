import { missingScope } from '../../kernel/errors.js';
import type { RateLimit } from '../../kernel/rate-limit.js';

/** The caller: its tenant, its key, and the scopes of that key. */
export interface Caller {
  readonly keyId: string;
  readonly name: string | null;
  readonly tenantId: string;
  readonly scopes: readonly string[];
  /** The limit of the key itself, in addition to that of its tenant. A child key shares that of its parent. */
  readonly rateLimit?: RateLimit;
  /** The key of which this one is a child. */
  readonly parentId?: string;
  /** The hash of the secret that was sent: for some time after a rotation, a key has two. */
  readonly secretHash: Buffer;
}

/** A key that may not call, and the reason for its owner. */
export class RefusedKey {
  constructor(readonly reason: string) {}
}

export function hasScope(caller: Caller, scope: string): boolean {
  return caller.scopes.includes('*') || caller.scopes.includes(scope);
}

export function assertScope(caller: Caller, scope: string): void {
  if (!hasScope(caller, scope)) throw missingScope(scope);
}
