import { MIN_STAY_MS } from '../../sessions/index.js';
import { eventsOfTypes, type VisitEvent } from '../collecting/visit-events.js';

export function isBounce(events: readonly VisitEvent[], timeSpentMs: number): boolean {
  const hasDone = eventsOfTypes(events, 'click', 'question', 'form', 'conversion').length > 0;
  return eventsOfTypes(events, 'view').length <= 1 && timeSpentMs < MIN_STAY_MS && !hasDone;
}
