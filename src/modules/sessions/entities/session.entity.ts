import { defineEntity } from '@mikro-orm/core';
import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { newRecord, recordColumns } from '../../../shared/database/records/columns.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { invalid } from '../../../shared/kernel/errors.js';
import { newUuid, wireId } from '../../../shared/kernel/ids.js';
import {
  givenFields,
  NOT_SEEN,
  storedColumns,
  type StoredInteraction,
  type StoredSession,
} from './session-columns.js';
import { figuresOf } from './session-figures.js';
import { hasTimesInOrder } from './session-times.js';
import { computationLifecycle, type ComputationStatus } from './session.lifecycle.js';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'audience_session',
  properties: { ...recordColumns, ...storedColumns.properties },
});

/** A finished visit that a client recorded. */
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

/** The page and the audience of a visit, if known. */
export interface VisitedPage {
  pageId: string | null;
  pageTitle: string | null;
  audienceId: string | null;
}

/** A visit that the site recorded, with ids of the service. */
export interface SeenVisit extends VisitedPage {
  id: string;
  analyticsSessionId: string;
  pageLinkId: string;
}

/** The figures of such a visit so far. */
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

/** A visit that a client or the site itself recorded, with its figures. */
export class Session extends SessionSchema.class {
  /** For a visit in progress; `follow` updates it, possibly several times. */
  static open(visit: SeenVisit, startedAt: Date): Session {
    const { id, analyticsSessionId, pageLinkId, ...page } = visit;
    const session = Session.record({ analyticsSessionId, sessionStartedAt: startedAt }, page);
    return Object.assign(session, { id, pageLinkId });
  }

  /** A job computes the figures later. */
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

  /** Something happened in the visit. The figures are shown, but not final. */
  follow(figures: Partial<SeenFigures>): void {
    if (this.computationStatus !== 'pending') this.moveTo('pending', { computationFailure: null });
    Object.assign(this, figures);
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** The visit is over, and these figures are final. */
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

  /** The visit is erased with its person, so nothing else will be known: the figures so far are final. */
  finish(): void {
    if (this.visitRules == null) this.compute();
    else this.moveTo('completed');
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
