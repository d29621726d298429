import { hash, timingSafeEqual } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { isOverload, isUnavailable } from '../database/driver/postgres-errors.js';
import { clock } from '../kernel/clock.js';
import { readRateLimit } from '../kernel/rate-limit.js';
import { hashKey } from './api-key.js';
import type { Caller } from './caller.js';
import { KeyLookUps } from './key-lookups.js';
import { KeyStore, type StoredKey } from './key-store.js';

/** A revoked key stops working within this time. */
const CACHE_MS = 5000;
/** A key that was tried before it was created works after this time. */
const UNKNOWN_CACHE_MS = 1000;
const MAX_CACHED_KEYS = 10_000;

interface CachedCaller {
  /** Undefined if the key is unknown. */
  caller: Caller | undefined;
  /** When the key expires. */
  expiresAt: number | null;
  /** This cache entry is used until this time. */
  freshUntil: number;
}

/** Finds the caller of a key, and caches it for a few seconds, so that most requests need no lookup. */
@Injectable()
export class ApiKeyCache {
  private readonly callers = new Map<string, CachedCaller>();
  /** Separate from known keys, so that a flood of unknown keys cannot evict them. */
  private readonly unknown = new Map<string, CachedCaller>();
  /** Number of keys that were cached as known, cached as unknown, or looked up. */
  readonly results = { known: 0, unknown: 0, lookedUp: 0 };
  private readonly logger = new Logger('auth');

  constructor(
    private readonly lookUps: KeyLookUps,
    private readonly store: KeyStore,
  ) {}

  callerOf(text: string): Caller | undefined | Promise<Caller | undefined> {
    const cacheKey = cacheKeyOf(text);
    const cached = this.callers.get(cacheKey) ?? this.unknown.get(cacheKey);
    const now = clock.now().getTime();
    if (cached && cached.freshUntil > now) {
      this.results[cached.caller ? 'known' : 'unknown']++;
      return isExpired(cached.expiresAt, now) ? undefined : cached.caller;
    }
    this.results.lookedUp++;
    return this.lookUp(cacheKey, hashKey(text), now).catch((error: unknown) => {
      // While the database is down, little more than metrics can be read. Callers that had access before keep it.
      const isAway = isUnavailable(error) && !isOverload(error);
      if (!isAway || !cached?.caller || isExpired(cached.expiresAt, now)) throw error;
      return cached.caller;
    });
  }

  private async lookUp(cacheKey: string, keyHash: Buffer, now: number): Promise<Caller | undefined> {
    const key = await this.lookUps.find(cacheKey, keyHash);
    if (!key || !timingSafeEqual(key.hash, keyHash) || key.revokedAt || isExpired(key.expiresAt, now)) {
      this.callers.delete(cacheKey);
      const freshUntil = now + UNKNOWN_CACHE_MS;
      keep(this.unknown, cacheKey, { caller: undefined, expiresAt: null, freshUntil });
      return undefined;
    }
    const known = this.callers.get(cacheKey);
    // Another request waited for the same lookup, and finished first.
    if (known && known.freshUntil > now) return known.caller;
    this.markUsed(key);
    return this.cache(cacheKey, key, now);
  }

  private cache(cacheKey: string, key: StoredKey, now: number): Caller {
    const { id, tenantId, scopes, rateLimit, expiresAt } = key;
    const limit = rateLimit === null ? undefined : readRateLimit(rateLimit);
    const caller = { keyId: id, tenantId, scopes, rateLimit: limit };
    this.unknown.delete(cacheKey);
    keep(this.callers, cacheKey, { caller, expiresAt, freshUntil: now + CACHE_MS });
    return caller;
  }

  // The request does not wait for this write, and does not fail with it.
  private markUsed(key: StoredKey): void {
    this.store
      .markUsed(key.id)
      .catch((error: unknown) => this.logger.warn({ msg: 'use of key not recorded', error }));
  }
}

/** Adds the entry as the newest, and evicts the oldest if the cache is full. */
function keep(cache: Map<string, CachedCaller>, cacheKey: string, entry: CachedCaller): void {
  cache.delete(cacheKey);
  if (cache.size >= MAX_CACHED_KEYS) cache.delete(cache.keys().next().value!);
  cache.set(cacheKey, entry);
}

// A hash, so that memory contains no plain keys.
function cacheKeyOf(text: string): string {
  return hash('sha256', text, 'base64');
}

function isExpired(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}
