import { SECOND_MS } from '../../../shared/kernel/durations.js';
import type { SeenFigures } from '../../sessions/index.js';
import type { Utm } from '../collecting/visit-events.js';
import { isBounce } from './bounce.js';
import { timeSpentMsOf } from './session-duration.js';
import type { Interaction, VisitSummary } from './visit-summary.js';

/**
 * The version of the rules that turn visits into figures. A change that yields different figures needs a new version.
 */
export const VISIT_RULES = 1;

const NO_UTM: Utm = { source: null, medium: null, campaign: null, term: null, content: null };

/** The figures that the session of a visit shows. */
export function sessionOf(visit: VisitSummary): SeenFigures {
  const { firstView, firstForm } = visit;
  const utm = firstView?.utm ?? NO_UTM;
  return {
    visitRules: VISIT_RULES,
    sessionStartedAt: new Date(visit.startedAt),
    sessionEndedAt: new Date(visit.endedAt),
    timeSpentSeconds: timeSpentMsOf(visit) / SECOND_MS,
    maxScrollDepthPercentage: visit.maxScrollDepth,
    totalClicksCount: visit.clicks,
    questionsAskedCount: visit.questions,
    hasConversion: visit.forms + visit.conversions > 0,
    isBounce: isBounce(visit),
    pageUrl: firstView?.pageUrl ?? visit.observedUrl,
    ...{ utmSource: utm.source, utmMedium: utm.medium, utmCampaign: utm.campaign },
    ...{ utmTerm: utm.term, utmContent: utm.content },
    referrer: firstView?.referrer ?? null,
    device: firstView?.device ?? null,
    language: firstView?.language ?? null,
    formSubmissionId: firstForm?.formSubmissionId ?? null,
    formSubmissionEmail: firstForm?.email ?? null,
    formSubmissionPhone: firstForm?.phone ?? null,
    formSubmissionLinkedin: firstForm?.linkedinProfileUrl ?? null,
    interactions: visit.interactions.map(interactionOf),
  };
}

function interactionOf(event: Interaction): SeenFigures['interactions'][number] {
  const { label, at: timestamp } = event;
  if (event.type === 'click') {
    const nothingAsked = { groundingChunkIds: [], options: [], responseText: '' };
    return { componentContext: 'action', componentId: event.action, label, timestamp, ...nothingAsked };
  }
  const { groundingChunkIds, responseText } = event;
  const asked = { componentContext: 'question', componentId: 'question-box', options: [] };
  return { ...asked, label, groundingChunkIds, responseText, timestamp };
}
