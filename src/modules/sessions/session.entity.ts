import { defineEntity } from '@mikro-orm/core';
import type { RecordOf } from '../../shared/database/records/column-map.js';
import { newRecord, recordColumns } from '../../shared/database/records/columns.js';
import { detached } from '../../shared/database/records/detached.js';
import { clock } from '../../shared/kernel/clock.js';
import { invalid } from '../../shared/kernel/errors.js';
import { newUuid, wireId } from '../../shared/kernel/ids.js';
import {
  givenFields,
  NOT_SEEN,
  storedColumns,
  type StoredInteraction,
  type StoredSession,
} from './session-columns.js';
import { figuresOf, hasTimesInOrder } from './session-figures.js';
import { computationLifecycle, type ComputationStatus } from './session.lifecycle.js';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'audience_session',
  properties: { ...recordColumns, ...storedColumns.properties },
});

/** A visit that is over, as somebody else saw it. */
interface Visit extends RecordOf<typeof givenFields> {
  analyticsSessionId?: string;
  sessionStartedAt: Date;
  sessionEndedAt?: Date | null;
  hasConversion?: boolean;
  totalClicksCount?: number;
  formSubmission?: SubmittedForm | null;
  interactions?: readonly StoredInteraction[];
}

export interface SubmittedForm {
  formSubmissionId: string;
  email?: string | null;
  phone?: string | null;
  linkedinProfileUrl?: string | null;
}

/** The page and the audience of a visit, where these are known. */
export interface VisitedPage {
  pageId: string | null;
  pageTitle: string | null;
  audienceId: string | null;
}

/** A visit that the site has seen, under ids that the service gave it. */
export interface SeenVisit extends VisitedPage {
  id: string;
  analyticsSessionId: string;
  pageLinkId: string;
}

/** All that such a visit has come to so far. */
export type SeenFigures = Pick<
  StoredSession,
  | 'sessionStartedAt'
  | 'timeSpentSeconds'
  | 'isBounce'
  | 'hasConversion'
  | 'questionsAskedCount'
  | 'totalClicksCount'
  | 'interactions'
> &
  Partial<StoredSession>;

/** A visit, as somebody else or the site itself has seen it, with the figures that follow from it. */
export class Session extends SessionSchema.class {
  /** What happens in it is told later, and more than once (`follow`). */
  static open(visit: SeenVisit, startedAt: Date): Session {
    const { id, analyticsSessionId, pageLinkId, ...page } = visit;
    const session = Session.record({ analyticsSessionId, sessionStartedAt: startedAt }, page);
    return Object.assign(session, { id, pageLinkId });
  }

  /** The figures are computed later. */
  static record(visit: Visit, page: VisitedPage): Session {
    const { sessionStartedAt, sessionEndedAt = null, formSubmission: form } = visit;
    if (sessionEndedAt && sessionEndedAt < sessionStartedAt) throw endsBeforeStart();
    return detached(Session, {
      ...newRecord(),
      ...NOT_SEEN,
      ...givenFields.valuesOf(visit),
      ...page,
      analyticsSessionId: visit.analyticsSessionId ?? wireId('visit', newUuid()),
      computationStatus: computationLifecycle.step(null, 'pending'),
      sessionStartedAt,
      sessionEndedAt,
      totalClicksCount: visit.totalClicksCount ?? 0,
      hasConversion: visit.hasConversion === true || Boolean(form),
      formSubmissionId: form?.formSubmissionId ?? null,
      formSubmissionEmail: form?.email ?? null,
      formSubmissionPhone: form?.phone ?? null,
      formSubmissionLinkedin: form?.linkedinProfileUrl ?? null,
      interactions: visit.interactions ?? [],
      isBounce: false,
      questionsAskedCount: 0,
    });
  }

  /** Something has happened in the visit. The figures are told, and do not stand yet. */
  follow(figures: Partial<SeenFigures>): void {
    if (this.computationStatus !== 'pending') this.moveTo('pending', { computationFailure: null });
    Object.assign(this, figures);
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** The visit is over, and comes to this. */
  complete(figures: SeenFigures): void {
    this.follow(figures);
    this.moveTo('completed');
  }

  fail(computationFailure: string): void {
    this.follow({});
    this.moveTo('failed', { computationFailure });
  }

  compute(): void {
    if (hasTimesInOrder(this)) this.moveTo('completed', figuresOf(this));
    else this.moveTo('failed', { computationFailure: 'times_contradict' });
  }

  private moveTo(status: ComputationStatus, change: Partial<StoredSession> = {}): void {
    this.computationStatus = computationLifecycle.step(this.computationStatus, status);
    this.updatedAt = clock.notBefore(this.updatedAt);
    Object.assign(this, change);
  }
}

SessionSchema.setClass(Session);

function endsBeforeStart() {
  const message = 'sessionEndedAt must not be before sessionStartedAt.';
  return invalid([{ pointer: '/sessionEndedAt', code: 'out_of_range', message }]);
}
