import { SECOND_MS } from '../../../shared/kernel/durations.js';
import type { SeenFigures } from '../../sessions/index.js';
import { isBounce } from './bounce.js';
import { durationOf } from './session-duration.js';
import {
  eventsOfTypes,
  type Click,
  type Question,
  type SentForm,
  type Utm,
  type View,
  type VisitEvent,
} from '../collecting/visit-events.js';

/**
 * The version of the rules that turn visits into figures. A change that yields different figures needs a new version.
 */
export const VISIT_RULES = 1;

/** The figures of a visit. Times are in milliseconds since 1970. */
interface VisitFigures {
  startedAt: number;
  endedAt: number;
  timeSpentSeconds: number;
  maxScrollDepth: number | null;
  clicks: number;
  questions: number;
  hasConversion: boolean;
  /** The first, if there are several forms. */
  form: SentForm | undefined;
  isBounce: boolean;
  /** The view that opened the page, if known. */
  firstView: View | undefined;
  /** In order. */
  interactions: readonly (Question | Click)[];
}

/** Returns the same for the same events in any order. Needs at least one event, and no duplicates. */
export function figuresOf(events: readonly VisitEvent[]): VisitFigures {
  const { startedAt, endedAt, timeSpentMs, counted } = durationOf(events);
  return {
    startedAt,
    endedAt,
    timeSpentSeconds: timeSpentMs / SECOND_MS,
    maxScrollDepth: greatest(eventsOfTypes(counted, 'scroll').map(({ depth }) => depth)),
    clicks: eventsOfTypes(counted, 'click').length,
    questions: eventsOfTypes(counted, 'question').length,
    hasConversion: eventsOfTypes(counted, 'form', 'conversion').length > 0,
    form: eventsOfTypes(counted, 'form')[0],
    isBounce: isBounce(counted, timeSpentMs),
    firstView: eventsOfTypes(counted, 'view')[0],
    interactions: eventsOfTypes(counted, 'question', 'click'),
  };
}

function greatest(numbers: readonly number[]): number | null {
  return numbers.length > 0 ? Math.max(...numbers) : null;
}

const NO_UTM: Utm = { source: null, medium: null, campaign: null, term: null, content: null };

/** The figures that the session of a visit shows. */
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

/** Without JavaScript no view is reported, but the service still knows the page. */
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
