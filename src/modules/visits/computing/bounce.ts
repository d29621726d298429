import { MIN_STAY_MS } from '../../sessions/index.js';
import { timeSpentMsOf } from './session-duration.js';
import type { VisitSummary } from './visit-summary.js';

export function isBounce(visit: VisitSummary): boolean {
  const hasDone = visit.clicks + visit.questions + visit.forms + visit.conversions > 0;
  return visit.views <= 1 && timeSpentMsOf(visit) < MIN_STAY_MS && !hasDone;
}
