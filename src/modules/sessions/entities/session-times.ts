import { HOUR_MS } from '../../../shared/kernel/durations.js';

/** The allowed difference between the clocks of the visitor's device and of the client that records the visit. */
const CLOCK_TOLERANCE_MS = HOUR_MS;

interface VisitTimes {
  sessionStartedAt: Date;
  sessionEndedAt?: Date | null;
  interactions: readonly { timestamp: number }[];
}

/** Whether all interactions are between the start and the end of the visit. */
export function hasTimesInOrder({ sessionStartedAt, sessionEndedAt, interactions }: VisitTimes): boolean {
  const earliest = sessionStartedAt.getTime() - CLOCK_TOLERANCE_MS;
  const latest = (sessionEndedAt?.getTime() ?? Infinity) + CLOCK_TOLERANCE_MS;
  return interactions.every(({ timestamp }) => timestamp >= earliest && timestamp <= latest);
}
