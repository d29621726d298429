/** Average requests per second, and the maximum burst after a pause. */
export interface RateLimit {
  perSecond: number;
  burst: number;
}

export const MAX_PER_SECOND = 1_000_000;
export const MAX_BURST = 100_000_000;

/** `500:5000` is requests per second and burst; undefined if the text is not a valid limit. */
export function readRateLimit(text: string): RateLimit | undefined {
  const [, perSecond = 0, burst = 0] = (/^([1-9]\d{0,8}):([1-9]\d{0,8})$/.exec(text) ?? []).map(Number);
  const fits = perSecond >= 1 && perSecond <= MAX_PER_SECOND && burst <= MAX_BURST;
  return fits ? { perSecond, burst } : undefined;
}

export function rateLimitText({ perSecond, burst }: RateLimit): string {
  return `${perSecond}:${burst}`;
}

/** The share of each process of a common limit: at least one request. */
export function sharePerProcess(limit: RateLimit, processes: number): RateLimit {
  if (processes === 1) return limit;
  return {
    perSecond: limit.perSecond / processes,
    burst: Math.max(1, Math.floor(limit.burst / processes)),
  };
}

/** The result of a request, or of several at once, under a limit. */
export interface Taken {
  isAllowed: boolean;
  /** Requests that are still allowed now. */
  remaining: number;
  /** Time until the whole burst is available again. */
  resetMs: number;
  /** Time until the next request is allowed; 0 if that is now. */
  retryMs: number;
}

/** Rounds to a microsecond: otherwise a lost last bit turns one second into two. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Maximum number of buckets; a deleted bucket may send its whole burst again. */
const MAX_BUCKETS = 100_000;
/** Number of buckets left after a cleanup. Searching all buckets again for each new one would take too long. */
const BUCKETS_LEFT = 0.9 * MAX_BUCKETS;

/** Token buckets, each stored as the time at which it is full again. */
export class TokenBuckets {
  private readonly fullAt = new Map<string, number>();

  get size(): number {
    return this.fullAt.size;
  }

  /** Takes this many tokens, or none. More than a burst are never available. */
  take(id: string, { perSecond, burst }: RateLimit, now = performance.now(), count = 1): Taken {
    const interval = 1000 / perSecond;
    const fullAt = Math.max(this.fullAt.get(id) ?? 0, now);
    const room = burst - (fullAt - now) / interval;
    // A tolerance: a whole token may lack the last bit.
    if (room < count - 1e-6)
      return {
        isAllowed: false,
        remaining: Math.floor(room + 1e-6),
        resetMs: rounded(fullAt - now),
        retryMs: rounded((Math.min(count, burst) - room) * interval),
      };
    if (this.fullAt.size >= MAX_BUCKETS) this.forget(now);
    this.fullAt.set(id, fullAt + count * interval);
    return {
      isAllowed: true,
      remaining: Math.floor(room - count + 1e-6),
      resetMs: rounded(fullAt + count * interval - now),
      retryMs: 0,
    };
  }

  /** Gives back one token that was taken. */
  giveBack(id: string, { perSecond }: RateLimit): void {
    const fullAt = this.fullAt.get(id);
    if (fullAt !== undefined) this.fullAt.set(id, fullAt - 1000 / perSecond);
  }

  private forget(now: number): void {
    for (const [id, fullAt] of this.fullAt) if (fullAt <= now) this.fullAt.delete(id);
    for (const id of this.fullAt.keys()) {
      if (this.fullAt.size <= BUCKETS_LEFT) break;
      this.fullAt.delete(id);
    }
  }
}
