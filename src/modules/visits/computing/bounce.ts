import { SECOND_MS } from '../../../shared/kernel/durations.js';
import { eventsOfTypes, type VisitEvent } from '../collecting/visit-events.js';

/** A visitor who stays for less time and does nothing bounces. */
const MIN_STAY_MS = 10 * SECOND_MS;

export function isBounce(events: readonly VisitEvent[], timeSpentMs: number): boolean {
  const hasDone = eventsOfTypes(events, 'click', 'question', 'form', 'conversion').length > 0;
  return eventsOfTypes(events, 'view').length <= 1 && timeSpentMs < MIN_STAY_MS && !hasDone;
}
