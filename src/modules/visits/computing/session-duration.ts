import type { VisitSummary } from './visit-summary.js';

/** How long the page was visible and in use: not longer than the visit. */
export function timeSpentMsOf({ engagedMs, startedAt, endedAt }: VisitSummary): number {
  return Math.min(engagedMs, endedAt - startedAt);
}
