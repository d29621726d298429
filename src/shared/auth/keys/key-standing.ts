import { millis } from '../../database/driver/sql.js';
import { commonScopes } from './scopes.js';

type Moment = Date | number;

/** What decides what a key may do: both an entity and a row have this shape. */
interface Grant {
  scopes: readonly string[];
  rateLimit?: string | null;
  expiresAt?: Moment | null;
  revokedAt?: Moment | null;
}

/** The key of which another one is a child. It has been rotated if its secret is no longer the one of that time. */
export interface ParentGrant extends Grant {
  isRotated: boolean;
}

export interface KeyGrant extends Grant {
  /** Absent if the key is no child. */
  parent?: ParentGrant | null;
}

/** A key with the hashes of its secrets. */
export interface SecretGrant extends KeyGrant {
  hash: Buffer;
  previousHash?: Buffer | null;
  /** Until then, the secret before the last rotation works. */
  previousUntil?: Moment | null;
}

export const KEY_STATES = ['active', 'expired', 'revoked'] as const;

export type KeyState = (typeof KEY_STATES)[number];

/** For `select`: the parent `p` of the key `k`, as `ParentGrant`. */
export const PARENT_GRANT = `
  case when k.parent_id is not null then json_build_object(
    'scopes', p.scopes, 'rateLimit', p.rate_limit,
    'expiresAt', ${millis('p.expires_at')}, 'revokedAt', ${millis('p.revoked_at')},
    'isRotated', k.parent_hash is distinct from p.hash
  ) end`;

/** A child never has more than its parent has now. */
export function scopesOf({ scopes, parent }: KeyGrant): readonly string[] {
  return parent ? commonScopes(scopes, parent.scopes) : scopes;
}

export function rateLimitOf({ rateLimit, parent }: KeyGrant): string | null {
  return (parent ? parent.rateLimit : rateLimit) ?? null;
}

/** In milliseconds; null if it never expires. */
export function expiryOf({ expiresAt, parent }: KeyGrant): number | null {
  return earliest(expiresAt, parent?.expiresAt);
}

/** The same for one of its secrets. */
export function expiryOfSecret(key: SecretGrant, hash: Buffer): number | null {
  return isPrevious(key, hash) ? earliest(expiryOf(key), key.previousUntil ?? 0) : expiryOf(key);
}

export function stateOf(key: KeyGrant, now: number): KeyState {
  if (revocationOf(key)) return 'revoked';
  return isOver(expiryOf(key), now) ? 'expired' : 'active';
}

/** Why a key can't be used, for somebody who has this secret of it; undefined if it can. */
export function endOf(key: SecretGrant, hash: Buffer, now: number): string | undefined {
  const revocation = revocationOf(key);
  if (revocation) return revocation;
  if (isOver(key.expiresAt, now)) return 'This API key has expired.';
  if (isOver(key.parent?.expiresAt, now)) return 'This API key has expired together with its parent.';
  if (hash.equals(key.hash)) return undefined;
  const isInUse = isPrevious(key, hash) && !isOver(key.previousUntil ?? 0, now);
  return isInUse ? undefined : 'This secret was replaced: the API key was rotated.';
}

function revocationOf({ revokedAt, parent }: KeyGrant): string | undefined {
  if (isSet(revokedAt)) return 'This API key was revoked.';
  if (isSet(parent?.revokedAt)) return 'This API key was revoked together with its parent.';
  return parent?.isRotated ? 'This API key ended when its parent was rotated.' : undefined;
}

function isPrevious({ previousHash }: SecretGrant, hash: Buffer): boolean {
  return Boolean(previousHash?.equals(hash));
}

export function isOver(end: Moment | null | undefined, now: number): boolean {
  return isSet(end) && Number(end) <= now;
}

function earliest(...ends: (Moment | null | undefined)[]): number | null {
  const known = ends.filter(isSet).map(Number);
  return known.length > 0 ? Math.min(...known) : null;
}

function isSet(moment: Moment | null | undefined): moment is Moment {
  return moment !== null && moment !== undefined;
}
