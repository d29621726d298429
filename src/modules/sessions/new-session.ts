import { momentOf } from '../../shared/kernel/wire-time.js';
import { invalid } from '../../shared/kernel/errors.js';
import { newUuid, wireId } from '../../shared/kernel/ids.js';
import type { SessionRecord } from './session-views.js';
import { computationLifecycle } from './session.lifecycle.js';
import type { RecordSession } from './record-session.dto.js';
import type { VisitedPlace } from './visited-places.js';

/** A session as it is first recorded: what follows from the visit is computed later. */
export function newSession(given: RecordSession, place: VisitedPlace): SessionRecord {
  const { formSubmission: form } = given;
  return {
    id: newUuid(),
    analyticsSessionId: given.analyticsSessionId ?? wireId('visit', newUuid()),
    ...place,
    pageUrl: given.pageUrl ?? null,
    computationStatus: computationLifecycle.step(null, 'pending'),
    formSubmissionId: form?.formSubmissionId ?? null,
    formSubmissionEmail: form?.email ?? null,
    formSubmissionPhone: form?.phone ?? null,
    formSubmissionLinkedin: form?.linkedinProfileUrl ?? null,
    hasConversion: given.hasConversion === true || Boolean(form),
    isBounce: false,
    maxScrollDepthPercentage: given.maxScrollDepthPercentage ?? null,
    questionsAskedCount: 0,
    totalClicksCount: given.totalClicksCount ?? 0,
    timeSpentSeconds: null,
    ...timesOf(given),
    utmCampaign: given.utmCampaign ?? null,
    utmContent: given.utmContent ?? null,
    utmMedium: given.utmMedium ?? null,
    utmSource: given.utmSource ?? null,
    utmTerm: given.utmTerm ?? null,
  };
}

function timesOf({ sessionStartedAt, sessionEndedAt }: RecordSession) {
  const [began, ended] = [momentOf(sessionStartedAt), sessionEndedAt ? momentOf(sessionEndedAt) : null];
  if (!ended || ended >= began) return { sessionStartedAt: began, sessionEndedAt: ended };
  const message = 'sessionEndedAt must not be before sessionStartedAt.';
  throw invalid([{ pointer: '/sessionEndedAt', code: 'out_of_range', message }]);
}
