import { defineEntity, p } from '@mikro-orm/core';
import { columns, type RecordOf } from '../../shared/database/column-map.js';
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

/** All that is stored of a session, besides whose it is. */
export const storedColumns = columns({
  ...sessionColumns.properties,
  interactions: p.json<readonly StoredInteraction[]>(),
  ...timestamps,
});

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'audience_session',
  properties: { ...recordColumns, ...storedColumns.properties },
});

/** A visit that is over, as somebody else saw it. */
export interface Visit extends RecordOf<typeof givenFields> {
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

/** A recorded visit, with the figures that follow from it. */
export class Session extends SessionSchema.class {
  /** The figures are computed later. */
  static record(visit: Visit, page: VisitedPage): Session {
    const { sessionStartedAt, sessionEndedAt = null, formSubmission: form } = visit;
    if (sessionEndedAt && sessionEndedAt < sessionStartedAt) throw endsBeforeStart();
    return detached(Session, {
      ...newRecord(),
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

  /** A form was sent. Of several forms of one visit, the session shows the first. */
  convert({ formSubmissionId, email, phone, linkedinProfileUrl }: SubmittedForm): void {
    this.hasConversion = true;
    this.updatedAt = clock.notBefore(this.updatedAt);
    if (this.formSubmissionId) return;
    this.formSubmissionId = formSubmissionId;
    this.formSubmissionEmail = email ?? null;
    this.formSubmissionPhone = phone ?? null;
    this.formSubmissionLinkedin = linkedinProfileUrl ?? null;
  }

  compute(): void {
    const isSound = hasTimesInOrder(this);
    if (isSound) Object.assign(this, figuresOf(this));
    this.computationStatus = computationLifecycle.step(
      this.computationStatus,
      isSound ? 'completed' : 'failed',
    );
    this.updatedAt = clock.notBefore(this.updatedAt);
  }
}

SessionSchema.setClass(Session);

function endsBeforeStart() {
  const message = 'sessionEndedAt must not be before sessionStartedAt.';
  return invalid([{ pointer: '/sessionEndedAt', code: 'out_of_range', message }]);
}
