import { tooMany } from '../../../shared/kernel/errors.js';
import { DAY_MS } from '../../../shared/kernel/durations.js';
import { TokenBuckets, type RateLimit } from '../../../shared/kernel/rate-limit.js';

export const MAX_BATCH_BYTES = 65_536;
export const MAX_BATCH_EVENTS = 200;

/** Maximum size of the data that a page's own scripts attach to one event. */
export const MAX_DATA_BYTES = 4096;

/** Events that are older when they arrive are dropped. */
export const MAX_EVENT_AGE_MS = DAY_MS;

/** Lengths of what a browser reports, in characters. Longer actions and labels are cut: the click still counts. */
export const MAX_LENGTH = { url: 4096, action: 200, label: 200, language: 100, name: 100 } as const;

/** Maximum time of use that one event reports. */
export const MAX_ENGAGED_MS = 60_000;

/** A visit with more events is not computed. */
export const MAX_VISIT_EVENTS = 10_000;

/** How much one visit may store: a real one has a few hundred events with a few KiB of details. */
interface VisitRoom {
  /** Later events are dropped. */
  events: number;
  /** Later events are stored without their details. */
  bytes: number;
}

/** For events that a browser reports. */
export const REPORTED_ROOM: VisitRoom = { events: 9000, bytes: 196_608 };

/** For forms and questions. Separate, so that a browser can't use it up. */
export const OBSERVED_ROOM: VisitRoom = { events: 1000, bytes: 65_536 };

/** Maximum size of the interactions of a session. */
export const MAX_INTERACTION_BYTES = 65_536;

/** Batches of visits at one link, per process. */
const OF_LINK: RateLimit = { perSecond: 500, burst: 5000 };

export class VisitLimits {
  private readonly links = new TokenBuckets();

  assertWithin(pageLinkId: string): void {
    const { isAllowed, retryMs } = this.links.take(pageLinkId, OF_LINK);
    if (isAllowed) return;
    throw tooMany('too_many_visits', 'Too many visit events for this link; try again later.', retryMs);
  }
}
