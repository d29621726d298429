import { wireTime, wireTimeOrNull } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ComputationStatus } from './session.lifecycle.js';
import type { SessionView } from './sessions.dto.js';

/** A session as it is stored. */
export interface SessionRecord {
  id: string;
  analyticsSessionId: string;
  pageId: string | null;
  pageTitle: string | null;
  pageUrl: string | null;
  audienceId: string | null;
  computationStatus: ComputationStatus;
  formSubmissionId: string | null;
  formSubmissionEmail: string | null;
  formSubmissionPhone: string | null;
  formSubmissionLinkedin: string | null;
  hasConversion: boolean;
  isBounce: boolean;
  maxScrollDepthPercentage: number | null;
  questionsAskedCount: number;
  totalClicksCount: number;
  timeSpentSeconds: number | null;
  sessionStartedAt: Date | number;
  sessionEndedAt: Date | number | null;
  utmCampaign: string | null;
  utmContent: string | null;
  utmMedium: string | null;
  utmSource: string | null;
  utmTerm: string | null;
}

type Named = Pick<SessionRecord, 'id' | 'analyticsSessionId'> & {
  [Name in 'pageId' | 'audienceId']?: string | null;
};

/** What a session is called by, and where it took place. */
export function namesOf({ id, analyticsSessionId, pageId, audienceId }: Named) {
  return {
    analyticsSessionId,
    audienceSessionId: audienceId ? wireId('session', id) : null,
    audienceId: audienceId ? wireId('audience', audienceId) : null,
    pageId: pageId ? wireId('page', pageId) : null,
  };
}

export function sessionView(session: SessionRecord): SessionView {
  return {
    ...namesOf(session),
    pageTitle: session.pageTitle,
    pageUrl: session.pageUrl,
    computationStatus: session.computationStatus,
    formSubmissionId: session.formSubmissionId,
    formSubmissionEmail: session.formSubmissionEmail,
    formSubmissionPhone: session.formSubmissionPhone,
    ...identifierOf(session),
    hasConversion: session.hasConversion,
    hasFormSubmit: session.formSubmissionId !== null,
    isBounce: session.isBounce,
    maxScrollDepthPercentage: session.maxScrollDepthPercentage,
    questionsAskedCount: session.questionsAskedCount,
    totalClicksCount: session.totalClicksCount,
    timeSpentSeconds: session.timeSpentSeconds,
    sessionStartedAt: wireTime(session.sessionStartedAt),
    sessionEndedAt: wireTimeOrNull(session.sessionEndedAt),
    utmCampaign: session.utmCampaign,
    utmContent: session.utmContent,
    utmMedium: session.utmMedium,
    utmSource: session.utmSource,
    utmTerm: session.utmTerm,
  };
}

/** What tells best who it was: an address before a profile before a number. */
function identifierOf(
  session: SessionRecord,
): Pick<SessionView, 'formSubmissionIdentifier' | 'formSubmissionIdentifierType'> {
  const known = [
    ['email', session.formSubmissionEmail],
    ['linkedin', session.formSubmissionLinkedin],
    ['tel', session.formSubmissionPhone],
  ] as const;
  const [type, identifier] = known.find(([, given]) => given !== null) ?? [null, null];
  return { formSubmissionIdentifier: identifier, formSubmissionIdentifierType: type };
}
