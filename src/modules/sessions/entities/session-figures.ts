import { SECOND_MS } from '../../../shared/kernel/durations.js';
import { MIN_STAY_MS } from './bounce.js';

/** The input of the figures. */
interface VisitFacts {
  sessionStartedAt: Date;
  sessionEndedAt?: Date | null;
  interactions: readonly { responseText: string }[];
  totalClicksCount: number;
  formSubmissionId?: string | null;
}

interface Figures {
  timeSpentSeconds: number | null;
  questionsAskedCount: number;
  isBounce: boolean;
}

export function figuresOf(visit: VisitFacts): Figures {
  const timeSpentSeconds = secondsOf(visit);
  const isIdle = visit.interactions.length === 0 && visit.totalClicksCount === 0 && !visit.formSubmissionId;
  return {
    timeSpentSeconds,
    // An interaction with a response is a question; all others are choices or clicks.
    questionsAskedCount: visit.interactions.filter(({ responseText }) => responseText !== '').length,
    isBounce: isIdle && timeSpentSeconds !== null && timeSpentSeconds * SECOND_MS < MIN_STAY_MS,
  };
}

function secondsOf({ sessionStartedAt, sessionEndedAt }: VisitFacts): number | null {
  return sessionEndedAt ? (sessionEndedAt.getTime() - sessionStartedAt.getTime()) / 1000 : null;
}
