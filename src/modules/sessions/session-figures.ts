import type { Interaction } from './interaction.dto.js';

/** A visitor who left sooner, and did nothing, only glanced at the page. */
const MIN_STAY_SECONDS = 10;

/** How far the clocks of a visitor's device and of whoever records the visit may be apart. */
const CLOCK_TOLERANCE_MS = 3_600_000;

export interface Visit {
  sessionStartedAt: Date;
  sessionEndedAt?: Date | null;
  interactions: readonly Interaction[];
  totalClicksCount: number;
  formSubmissionId?: string | null;
}

export interface Figures {
  timeSpentSeconds: number | null;
  questionsAskedCount: number;
  isBounce: boolean;
}

export function figuresOf(visit: Visit): Figures {
  const timeSpentSeconds = secondsOf(visit);
  const isIdle = visit.interactions.length === 0 && visit.totalClicksCount === 0 && !visit.formSubmissionId;
  return {
    timeSpentSeconds,
    // What was answered was a question; all else was a choice or a click.
    questionsAskedCount: visit.interactions.filter(({ responseText }) => responseText !== '').length,
    isBounce: isIdle && timeSpentSeconds !== null && timeSpentSeconds < MIN_STAY_SECONDS,
  };
}

/** Whether nothing happened before the visit began, or after it was over. */
export function haveTimesInOrder({ sessionStartedAt, sessionEndedAt, interactions }: Visit): boolean {
  const earliest = sessionStartedAt.getTime() - CLOCK_TOLERANCE_MS;
  const latest = (sessionEndedAt?.getTime() ?? Infinity) + CLOCK_TOLERANCE_MS;
  return interactions.every(({ timestamp }) => timestamp >= earliest && timestamp <= latest);
}

function secondsOf({ sessionStartedAt, sessionEndedAt }: Visit): number | null {
  return sessionEndedAt ? (sessionEndedAt.getTime() - sessionStartedAt.getTime()) / 1000 : null;
}
