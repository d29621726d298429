import {
  expiryOf,
  rateLimitOf,
  scopesOf,
  type KeyGrant,
  type ParentGrant,
} from '../../shared/auth/keys/key-standing.js';
import { scopesBeyond } from '../../shared/auth/keys/scopes.js';
import { DomainError, type Fault } from '../../shared/kernel/errors.js';
import { readRateLimit } from '../../shared/kernel/rate-limit.js';
import { wireTime } from '../../shared/kernel/wire-time.js';

/** What a key may do, how much of it, and until when. Nobody hands on more than they have. */
export class KeyPrivileges {
  constructor(
    readonly scopes: readonly string[],
    /** As stored; null if the key has no limit of its own. */
    readonly rateLimit: string | null,
    /** In milliseconds; null if it never expires. */
    readonly expiresAt: number | null,
  ) {}

  /** For a key as it is. */
  assertCovers(other: KeyPrivileges): void {
    const excess = this.excessOf(other);
    if (excess.length > 0)
      throw beyond(`This key reaches further than yours: ${excess.map(({ what }) => what).join('; ')}.`);
  }

  /** For a key as the body would make it. The pointers are those of the scopes as they were sent. */
  assertGrants(asked: KeyPrivileges, sentScopes = asked.scopes): void {
    const faults = this.excessOf(asked, sentScopes).map(({ pointer, what }) => ({
      ...{ pointer, code: 'beyond_own_key' },
      message: `This can't be granted: ${what}.`,
    }));
    if (faults.length === 0) return;
    const detail =
      faults.length === 1 ? faults[0]!.message : `${faults.length} of these can't be granted by your key.`;
    throw beyond(detail, faults);
  }

  private excessOf(other: KeyPrivileges, sentScopes = other.scopes): { pointer: string; what: string }[] {
    const scopes = scopesBeyond(other.scopes, this.scopes).map((scope) => ({
      pointer: `/scopes/${sentScopes.indexOf(scope)}`,
      what: `your key lacks the scope ${scope}`,
    }));
    const limit = isBeyondLimit(other.rateLimit, this.rateLimit)
      ? [{ pointer: '/rateLimit', what: `your key has the rate limit ${this.rateLimit}` }]
      : [];
    const end = isLater(other.expiresAt, this.expiresAt)
      ? [{ pointer: '/expiresAt', what: `your key expires at ${wireTime(this.expiresAt!)}` }]
      : [];
    return [...scopes, ...limit, ...end];
  }
}

/** Of a key, whichever of its secrets somebody has. */
export function privilegesOfGrant(
  key: Omit<KeyGrant, 'parent'>,
  parent: ParentGrant | null = null,
): KeyPrivileges {
  const { scopes, rateLimit, expiresAt } = key;
  const grant = { scopes, rateLimit, expiresAt, parent };
  return new KeyPrivileges(scopesOf(grant), rateLimitOf(grant), expiryOf(grant));
}

/** Both as stored; null is no limit. */
export function isBeyondLimit(asked: string | null, own: string | null): boolean {
  const limit = own === null ? undefined : readRateLimit(own);
  if (!limit) return false;
  const other = asked === null ? undefined : readRateLimit(asked);
  return !other || other.perSecond > limit.perSecond || other.burst > limit.burst;
}

function isLater(asked: number | null, own: number | null): boolean {
  return own !== null && (asked === null || asked > own);
}

function beyond(detail: string, faults: readonly Fault[] = []): DomainError {
  return new DomainError('forbidden', 'beyond_own_key', detail, faults);
}
