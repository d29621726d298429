import { DAY_MS, MINUTE_MS } from '../../../shared/kernel/durations.js';
import type { VisitEvent } from '../collecting/visit-events.js';
import type { VisitSummary } from './visit-summary.js';

/**
 * How long after its last batch a visit is over: soon if the browser reported its end, otherwise after a quiet period.
 */
const OVER_AFTER_END_MS = MINUTE_MS;
const OVER_AFTER_SILENCE_MS = 30 * MINUTE_MS;

/** A visit is over this long after its first batch at the latest. */
const OVER_AT_THE_LATEST_MS = DAY_MS;

/** How often a visit is computed before giving up: retries follow after 1, 2, 4, 8 and 16 minutes. */
const MAX_TRIES = 6;

/** When a visit is over and its session is computed. */
export function overAt({ latestAt, lastEndAt, firstReceivedAt, lastReceivedAt }: VisitSummary): number {
  // All events that a page sends when it closes have the same time.
  const hasEnded = lastEndAt === latestAt;
  return Math.min(lastReceivedAt + pauseAfter(hasEnded), firstReceivedAt + OVER_AT_THE_LATEST_MS);
}

/**
 * When to check a visit after a batch was received. The batch does not include the visit's other events: this may be
 * before the visit is over, but never after.
 */
export function nextLookAt(batch: readonly VisitEvent[], receivedAt: Date): Date {
  const hasEnded = batch.some(({ type }) => type === 'end');
  return new Date(receivedAt.getTime() + pauseAfter(hasEnded));
}

/** How long to wait after this many consecutive failures; undefined after the last try. */
export function retryDelay(failures: number): number | undefined {
  return failures < MAX_TRIES ? 2 ** (failures - 1) * MINUTE_MS : undefined;
}

function pauseAfter(hasEnded: boolean): number {
  return hasEnded ? OVER_AFTER_END_MS : OVER_AFTER_SILENCE_MS;
}
