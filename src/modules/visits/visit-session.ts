import type { SeenFigures } from '../sessions/index.js';
import type { Utm, VisitEvent } from './visit-events.js';
import { figuresOf, VISIT_RULES, type VisitFigures } from './visit-rules.js';

const NO_UTM: Utm = { source: null, medium: null, campaign: null, term: null, content: null };

/** What the session of a visit shows. */
export function sessionOf(events: readonly VisitEvent[]): SeenFigures {
  const figures = figuresOf(events);
  const { firstView, form } = figures;
  const utm = firstView?.utm ?? NO_UTM;
  return {
    visitRules: VISIT_RULES,
    sessionStartedAt: new Date(figures.startedAt),
    sessionEndedAt: new Date(figures.endedAt),
    timeSpentSeconds: figures.timeSpentSeconds,
    maxScrollDepthPercentage: figures.maxScrollDepth,
    totalClicksCount: figures.clicks,
    questionsAskedCount: figures.questions,
    hasConversion: figures.hasConversion,
    isBounce: figures.isBounce,
    pageUrl: firstView?.pageUrl ?? urlToldByService(events),
    ...{ utmSource: utm.source, utmMedium: utm.medium, utmCampaign: utm.campaign },
    ...{ utmTerm: utm.term, utmContent: utm.content },
    referrer: firstView?.referrer ?? null,
    device: firstView?.device ?? null,
    language: firstView?.language ?? null,
    formSubmissionId: form?.formSubmissionId ?? null,
    formSubmissionEmail: form?.email ?? null,
    formSubmissionPhone: form?.phone ?? null,
    formSubmissionLinkedin: form?.linkedinProfileUrl ?? null,
    interactions: figures.interactions.map(interactionOf),
  };
}

/** Without JavaScript nobody tells of a view, and the page is known all the same. */
function urlToldByService(events: readonly VisitEvent[]): string | null {
  return events.find((event) => event.type === 'form' || event.type === 'question')?.pageUrl ?? null;
}

function interactionOf(event: VisitFigures['interactions'][number]): SeenFigures['interactions'][number] {
  const { label, at: timestamp } = event;
  if (event.type === 'click') {
    const nothingAsked = { groundingChunkIds: [], options: [], responseText: '' };
    return { componentContext: 'action', componentId: event.action, label, timestamp, ...nothingAsked };
  }
  const { groundingChunkIds, responseText } = event;
  const asked = { componentContext: 'question', componentId: 'question-box', options: [] };
  return { ...asked, label, groundingChunkIds, responseText, timestamp };
}
