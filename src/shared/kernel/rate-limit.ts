/** So many requests a second on average, and so many at once after a pause. */
export interface RateLimit {
  perSecond: number;
  burst: number;
}

const MAX_PER_SECOND = 1_000_000;
const MAX_BURST = 100_000_000;

/** `500:5000`, requests a second and burst; undefined for what is no limit. */
export function readRateLimit(text: string): RateLimit | undefined {
  const [, perSecond = 0, burst = 0] = (/^([1-9]\d{0,8}):([1-9]\d{0,8})$/.exec(text) ?? []).map(Number);
  const fits = perSecond >= 1 && perSecond <= MAX_PER_SECOND && burst <= MAX_BURST;
  return fits ? { perSecond, burst } : undefined;
}

export function rateLimitText({ perSecond, burst }: RateLimit): string {
  return `${perSecond}:${burst}`;
}

/** What each of several processes that share a limit lets through: one request at least. */
export function partOf(limit: RateLimit, processes: number): RateLimit {
  if (processes === 1) return limit;
  return {
    perSecond: limit.perSecond / processes,
    burst: Math.max(1, Math.floor(limit.burst / processes)),
  };
}

/** What became of one request under a limit. */
export interface Taken {
  isAllowed: boolean;
  /** How many more may come at this moment. */
  remaining: number;
  /** When all of the burst may come again. */
  resetMs: number;
  /** When the next one may come; 0 where that is now. */
  retryMs: number;
}

/** To a microsecond: else a second is told as two, where its last bit is lost. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

/** More than this are not kept; what is forgotten may send its whole burst again. */
const MAX_BUCKETS = 100_000;
/** As many as are left when there are too many. To look through all of them again for each new one takes too long. */
const BUCKETS_LEFT = 0.9 * MAX_BUCKETS;

/** Token buckets, each kept as the one moment at which it is full again. */
export class TokenBuckets {
  private readonly fullAt = new Map<string, number>();

  get size(): number {
    return this.fullAt.size;
  }

  take(id: string, { perSecond, burst }: RateLimit, now = performance.now()): Taken {
    const interval = 1000 / perSecond;
    const fullAt = Math.max(this.fullAt.get(id) ?? 0, now);
    const room = burst - (fullAt - now) / interval;
    // Rounded: a whole token may lack the last bit.
    if (room < 0.999_999)
      return {
        isAllowed: false,
        remaining: 0,
        resetMs: rounded(fullAt - now),
        retryMs: rounded((1 - room) * interval),
      };
    if (this.fullAt.size >= MAX_BUCKETS) this.forget(now);
    this.fullAt.set(id, fullAt + interval);
    return {
      isAllowed: true,
      remaining: Math.floor(room - 1 + 1e-6),
      resetMs: rounded(fullAt + interval - now),
      retryMs: 0,
    };
  }

  private forget(now: number): void {
    for (const [id, fullAt] of this.fullAt) if (fullAt <= now) this.fullAt.delete(id);
    for (const id of this.fullAt.keys()) {
      if (this.fullAt.size <= BUCKETS_LEFT) break;
      this.fullAt.delete(id);
    }
  }
}
