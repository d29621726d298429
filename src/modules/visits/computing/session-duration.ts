import { DAY_MS } from '../../../shared/kernel/durations.js';
import { eventsOfTypes, type VisitEvent } from '../collecting/visit-events.js';

/** Events later than this after the start do not count. */
const MAX_DURATION_MS = DAY_MS;

/** All in milliseconds; times since 1970. */
interface Duration {
  startedAt: number;
  endedAt: number;
  /** How long the page was visible and in use. */
  timeSpentMs: number;
  /** The events that count, in order. */
  counted: readonly VisitEvent[];
}

export function durationOf(events: readonly VisitEvent[]): Duration {
  const startedAt = startOf(events);
  const counted = inOrder(events).filter(({ at }) => at <= startedAt + MAX_DURATION_MS);
  const endedAt = Math.max(startedAt, ...counted.map(({ at }) => at));
  const engagedMs = eventsOfTypes(counted, 'engaged').reduce((sum, { ms }) => sum + ms, 0);
  return { startedAt, endedAt, timeSpentMs: Math.min(engagedMs, endedAt - startedAt), counted };
}

/** Engaged time is reported when it is over, so it began earlier. Without a view, it determines the start. */
function startOf(events: readonly VisitEvent[]): number {
  const hasView = events.some(({ type }) => type === 'view');
  const starts = events.map((event) =>
    event.type === 'engaged' && !hasView ? event.at - event.ms : event.at,
  );
  return Math.min(...starts);
}

function inOrder(events: readonly VisitEvent[]): VisitEvent[] {
  return [...events].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}
