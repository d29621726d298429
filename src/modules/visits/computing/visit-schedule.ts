import { DAY_MS, MINUTE_MS } from '../../../shared/kernel/durations.js';
import type { VisitEvent } from '../collecting/visit-events.js';

/** A visit is over so long after the last batch: soon where the browser says that it has ended, else when it is quiet. */
const OVER_AFTER_END_MS = MINUTE_MS;
const OVER_AFTER_SILENCE_MS = 30 * MINUTE_MS;

/** Whatever comes, it is over so long after its first batch. */
const OVER_AT_THE_LATEST_MS = DAY_MS;

/** How often it is tried to compute a visit: after 1 minute, 2, 4, 8 and 16 once more. */
const MAX_TRIES = 6;

/** When something new of a visit was received. */
interface Received {
  firstAt: number;
  lastAt: number;
}

/** When a visit with these events is over, and its session is computed. */
export function overAt(events: readonly VisitEvent[], { firstAt, lastAt }: Received): number {
  // What a page tells when it goes has one moment.
  const latest = Math.max(...events.map(({ at }) => at));
  const hasEnded = events.some(({ type, at }) => type === 'end' && at === latest);
  return Math.min(lastAt + pauseAfter(hasEnded), firstAt + OVER_AT_THE_LATEST_MS);
}

/**
 * When to look at a visit of which a batch was received. The batch knows nothing of the visit's other events: this may be
 * before the visit is over, but never after.
 */
export function nextLookAt(batch: readonly VisitEvent[], receivedAt: Date): Date {
  const hasEnded = batch.some(({ type }) => type === 'end');
  return new Date(receivedAt.getTime() + pauseAfter(hasEnded));
}

/** How long to wait after so many failures in a row; undefined where that was the last try. */
export function retryDelay(failures: number): number | undefined {
  return failures < MAX_TRIES ? 2 ** (failures - 1) * MINUTE_MS : undefined;
}

function pauseAfter(hasEnded: boolean): number {
  return hasEnded ? OVER_AFTER_END_MS : OVER_AFTER_SILENCE_MS;
}
