import { defineEntity, p } from '@mikro-orm/core';
import { columns, type RecordOf, type ValuesOf } from '../../shared/database/column-map.js';
import {
  bigNumber,
  double,
  moment,
  newRecord,
  recordColumns,
  timestamps,
} from '../../shared/database/columns.js';
import { detached } from '../../shared/database/detached.js';
import { clock } from '../../shared/kernel/clock.js';
import { invalid } from '../../shared/kernel/errors.js';
import { newUuid, wireId } from '../../shared/kernel/ids.js';
import { figuresOf, hasTimesInOrder } from './session-figures.js';
import { computationLifecycle, type ComputationStatus } from './session.lifecycle.js';

/** Something a visitor did: a question asked, an option chosen, a component used. */
export interface StoredInteraction {
  componentContext: string;
  componentId: string;
  groundingChunkIds: string[];
  label: string;
  options: string[];
  responseText: string;
  /** In milliseconds since 1970. */
  timestamp: number;
}

/** Stored as whoever records the visit gives them. */
const givenFields = columns({
  pageUrl: p.text().nullable(),
  maxScrollDepthPercentage: double().nullable(),
  utmCampaign: p.text().nullable(),
  utmContent: p.text().nullable(),
  utmMedium: p.text().nullable(),
  utmSource: p.text().nullable(),
  utmTerm: p.text().nullable(),
});

/** What a session shows as it is stored. */
export const sessionFields = columns({
  analyticsSessionId: p.text(),
  pageTitle: p.text().nullable(),
  computationStatus: p.text().$type<ComputationStatus>(),
  formSubmissionId: p.text().nullable(),
  formSubmissionEmail: p.text().nullable(),
  formSubmissionPhone: p.text().nullable(),
  hasConversion: p.boolean(),
  isBounce: p.boolean(),
  questionsAskedCount: bigNumber(),
  totalClicksCount: bigNumber(),
  timeSpentSeconds: double().nullable(),
  sessionStartedAt: moment(),
  sessionEndedAt: moment().nullable(),
  ...givenFields.properties,
});

/** What a session's view is made from. */
export const sessionColumns = columns({
  id: recordColumns.id,
  pageId: p.uuid().nullable(),
  audienceId: p.uuid().nullable(),
  formSubmissionLinkedin: p.text().nullable(),
  ...sessionFields.properties,
});

/** What is known of a visit that the site itself has seen. It is counted and exported. */
const seenFields = columns({
  pageLinkId: p.uuid().nullable(),
  referrer: p.text().nullable(),
  device: p.text().nullable(),
  language: p.text().nullable(),
  /** The version of the rules that the figures follow from. */
  visitRules: p.integer().nullable(),
  computationFailure: p.text().nullable(),
});

/** All that is stored of a session, besides whose it is. */
export const storedColumns = columns({
  ...sessionColumns.properties,
  ...seenFields.properties,
  interactions: p.json<readonly StoredInteraction[]>(),
  ...timestamps,
});

export type StoredSession = ValuesOf<typeof storedColumns>;

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

const NOT_SEEN: RecordOf<typeof seenFields> = {
  ...{ pageLinkId: null, referrer: null, device: null, language: null },
  ...{ visitRules: null, computationFailure: null },
};

function endsBeforeStart() {
  const message = 'sessionEndedAt must not be before sessionStartedAt.';
  return invalid([{ pointer: '/sessionEndedAt', code: 'out_of_range', message }]);
}
