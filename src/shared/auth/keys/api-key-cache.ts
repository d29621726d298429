import { hash } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { isOverload, isUnavailable } from '../../database/driver/postgres-errors.js';
import { clock } from '../../kernel/clock.js';
import { MINUTE_MS } from '../../kernel/durations.js';
import { readRateLimit } from '../../kernel/rate-limit.js';
import { hashKey } from './api-key.js';
import { RefusedKey, type Caller } from './caller.js';
import { endOf, expiryOfSecret, isOver, rateLimitOf, scopesOf } from './key-standing.js';
import { KeyLookUps } from './key-lookups.js';
import { KeyStore, type StoredKey } from './key-store.js';

/** Keys in use are looked up again so often, all together, while requests go on with what is known (decision 102). */
const RECHECK_MS = 400;
/** A request with a key that was looked up earlier waits for its lookup. So a key that has ended is refused by then. */
const KNOWN_MS = 900;
/** A key that was tried before it was created works after this time. */
const REFUSED_MS = 1000;
const MAX_CACHED_KEYS = 10_000;

const UNKNOWN = new RefusedKey('This API key is unknown.');
const EXPIRED = new RefusedKey('This API key has expired.');

/** Is told the state of a key after each lookup. */
type KeyWatcher = (state: Caller | RefusedKey) => void;

interface CachedKey {
  caller: Caller | RefusedKey;
  /** The hash of its text. */
  hash: Buffer;
  /** When the key expires. */
  expiresAt: number | null;
  /** When it was looked up. */
  checkedAt: number;
  /** This cache entry is used until this time. */
  freshUntil: number;
  /** Whether a request used it since it was looked up. */
  isUsed: boolean;
  /** The last use that was recorded. */
  markedAt: number | null;
}

/** Finds the caller of a key, and caches it, so that requests need not wait for a lookup. */
@Injectable()
export class ApiKeyCache implements OnApplicationShutdown {
  private readonly callers = new Map<string, CachedKey>();
  /** Separate from known keys, so that a flood of unknown keys cannot evict them. */
  private readonly refused = new Map<string, CachedKey>();
  /** Known keys that requests have used since they were looked up. */
  private readonly used = new Map<string, CachedKey>();
  /** Keys of answers that stay open, which are looked up as if they were used all the time. */
  private readonly watched = new Map<string, Set<KeyWatcher>>();
  private timer: NodeJS.Timeout | undefined;
  /** Number of keys that were cached as known, cached as unknown, or looked up. */
  readonly results = { known: 0, unknown: 0, lookedUp: 0 };
  private readonly logger = new Logger('auth');

  constructor(
    private readonly lookUps: KeyLookUps,
    private readonly store: KeyStore,
  ) {}

  callerOf(text: string): Caller | RefusedKey | Promise<Caller | RefusedKey> {
    const cacheKey = cacheKeyOf(text);
    const cached = this.callers.get(cacheKey) ?? this.refused.get(cacheKey);
    const now = clock.now().getTime();
    if (cached && cached.freshUntil > now) return this.use(cacheKey, cached, now);
    this.results.lookedUp++;
    return this.lookUp(cacheKey, cached?.hash ?? hashKey(text)).catch((error: unknown) => {
      // While the database is down, little more than metrics can be read. Callers that had access before keep it.
      if (!isAway(error) || !cached || cached.caller instanceof RefusedKey) throw error;
      return this.use(cacheKey, cached, now);
    });
  }

  /** Tells the watcher the state of the key after each lookup, until the returned function is called. */
  watch({ secretHash }: Caller, watcher: KeyWatcher): () => void {
    const cacheKey = secretHash.toString('base64');
    const watchers = this.watched.get(cacheKey) ?? new Set();
    this.watched.set(cacheKey, watchers.add(watcher));
    this.startTimer();
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.watched.get(cacheKey) === watchers) this.watched.delete(cacheKey);
    };
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  private use(cacheKey: string, cached: CachedKey, now: number): Caller | RefusedKey {
    const { caller } = cached;
    if (caller instanceof RefusedKey) {
      this.results.unknown++;
      return caller;
    }
    this.results.known++;
    if (!cached.isUsed) this.noteUse(cacheKey, cached);
    return isOver(cached.expiresAt, now) ? EXPIRED : caller;
  }

  private noteUse(cacheKey: string, cached: CachedKey): void {
    cached.isUsed = true;
    this.used.set(cacheKey, cached);
    this.startTimer();
  }

  private startTimer(): void {
    this.timer ??= setTimeout(() => void this.recheck(), RECHECK_MS).unref();
  }

  /** Looks up again what was used; the requests after that find it. Stops when no key is used. */
  async recheck(): Promise<void> {
    const used = [...this.used];
    this.used.clear();
    await Promise.all([
      ...used.map(([cacheKey, cached]) => this.recheckOne(cacheKey, cached)),
      ...[...this.watched].map(([cacheKey, watchers]) => this.tell(cacheKey, watchers)),
    ]);
    this.timer = undefined;
    if (this.used.size + this.watched.size > 0) this.startTimer();
  }

  private async tell(cacheKey: string, watchers: ReadonlySet<KeyWatcher>): Promise<void> {
    const state = await this.lookUp(cacheKey, Buffer.from(cacheKey, 'base64')).catch(() => {
      // While the database is down, nothing but its time ends a key.
      const cached = this.callers.get(cacheKey);
      return cached && isOver(cached.expiresAt, clock.now().getTime()) ? EXPIRED : undefined;
    });
    for (const watcher of state ? [...watchers] : []) watcher(state!);
  }

  private async recheckOne(cacheKey: string, cached: CachedKey): Promise<void> {
    cached.isUsed = false;
    // A request looked it up meanwhile.
    if (cached.checkedAt > clock.now().getTime() - RECHECK_MS) return;
    // Who uses the key next looks it up, and learns what is wrong.
    await this.lookUp(cacheKey, cached.hash).catch(() => undefined);
  }

  private async lookUp(cacheKey: string, keyHash: Buffer): Promise<Caller | RefusedKey> {
    const checkedAt = clock.now().getTime();
    const key = await this.lookUps.find(cacheKey, keyHash);
    const end = key ? endOf(key, keyHash, checkedAt) : UNKNOWN.reason;
    if (!key || end !== undefined) return this.refuse(cacheKey, keyHash, end!, checkedAt);
    return this.keep(cacheKey, keyHash, key, checkedAt);
  }

  private refuse(cacheKey: string, keyHash: Buffer, reason: string, checkedAt: number): RefusedKey {
    const caller = reason === UNKNOWN.reason ? UNKNOWN : new RefusedKey(reason);
    this.callers.delete(cacheKey);
    const times = { checkedAt, freshUntil: checkedAt + REFUSED_MS, expiresAt: null };
    keep(this.refused, cacheKey, { caller, hash: keyHash, ...times, isUsed: false, markedAt: null });
    return caller;
  }

  private keep(cacheKey: string, secretHash: Buffer, key: StoredKey, checkedAt: number): Caller {
    const { id, name, tenantId, parentId } = key;
    const limit = rateLimitOf(key);
    const rateLimit = limit === null ? undefined : readRateLimit(limit);
    const caller = {
      ...{ keyId: id, name, tenantId, scopes: scopesOf(key), rateLimit },
      ...{ parentId: parentId ?? undefined, secretHash },
    };
    const times = { checkedAt, freshUntil: checkedAt + KNOWN_MS, expiresAt: expiryOfSecret(key, secretHash) };
    this.refused.delete(cacheKey);
    const markedAt = this.markUsed(key, this.callers.get(cacheKey), checkedAt);
    keep(this.callers, cacheKey, { caller, hash: secretHash, ...times, isUsed: false, markedAt });
    return caller;
  }

  /** Records the use once a minute. The request does not wait for this write, and does not fail with it. */
  private markUsed({ id, lastUsedAt }: StoredKey, known: CachedKey | undefined, now: number): number {
    const markedAt = Math.max(lastUsedAt ?? 0, known?.markedAt ?? 0);
    if (markedAt > now - MINUTE_MS) return markedAt;
    this.store
      .markUsed(id)
      .catch((error: unknown) => this.logger.warn({ msg: 'use of key not recorded', error }));
    return now;
  }
}

function isAway(error: unknown): boolean {
  return isUnavailable(error) && !isOverload(error);
}

/** Adds the entry as the newest, and evicts the oldest if the cache is full. */
function keep(cache: Map<string, CachedKey>, cacheKey: string, entry: CachedKey): void {
  cache.delete(cacheKey);
  if (cache.size >= MAX_CACHED_KEYS) cache.delete(cache.keys().next().value!);
  cache.set(cacheKey, entry);
}

// A hash, so that memory contains no plain keys.
function cacheKeyOf(text: string): string {
  return hash('sha256', text, 'base64');
}
