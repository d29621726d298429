import { ApiSchema } from '@nestjs/swagger';
import { Decimal, ListOf, OneOf, RecordId, Text, Time, Bool } from '../../../shared/fields/fields.js';
import { ListQuery, ListView } from '../../../shared/fields/list.dto.js';
import { QueryId, QueryBool } from '../../../shared/fields/query-fields.js';
import { QueryTime } from '../../../shared/fields/request-time.js';
import { Interaction } from './record-session.dto.js';
import { COMPUTATION_STATUSES, type ComputationStatus } from '../entities/session.lifecycle.js';

export class SessionsQuery extends ListQuery {
  @QueryId('audience', { about: 'Only visits of this audience.' })
  audienceId?: string;

  @QueryTime({ about: 'Only visits that began at this time or later.' })
  from?: string;

  @QueryTime({ about: 'Only visits that began before this time.' })
  to?: string;

  @QueryBool()
  hasConversion?: boolean;

  @QueryBool({ about: 'Only visits with a form that was sent (`true`), or without one (`false`).' })
  hasFormSubmit?: boolean;

  @Text({ optional: true, about: 'Only visits with exactly this value; case matters.' })
  utmSource?: string;

  @Text({ optional: true, about: 'Only visits with exactly this value; case matters.' })
  utmCampaign?: string;

  @OneOf(COMPUTATION_STATUSES, { title: 'ComputationStatus', optional: true })
  computationStatus?: ComputationStatus;
}

export class SessionsExportQuery {
  @QueryTime({ about: 'Only sessions that were recorded at this time or later.' })
  from?: string;
}

@ApiSchema({ name: 'AudienceSession' })
export class SessionView {
  @Text({ about: 'The id of the visit that the recording client chose.', example: 'visit-2026-03-01-17' })
  analyticsSessionId!: string;

  @RecordId('session', { nullable: true, about: 'Null if the visit has no audience.' })
  audienceSessionId!: string | null;

  @RecordId('audience', { nullable: true })
  audienceId!: string | null;

  @RecordId('page', { nullable: true })
  pageId!: string | null;

  @Text({ nullable: true, about: "The page's title at the time of the visit." })
  pageTitle!: string | null;

  @Text({ nullable: true })
  pageUrl!: string | null;

  @OneOf(COMPUTATION_STATUSES, {
    title: 'ComputationStatus',
    about: 'Whether the figures below are computed.',
  })
  computationStatus!: ComputationStatus;

  @Text({ nullable: true })
  formSubmissionId!: string | null;

  @Text({ nullable: true })
  formSubmissionEmail!: string | null;

  @Text({ nullable: true })
  formSubmissionPhone!: string | null;

  @Text({ nullable: true, about: 'The best identifier of the sender in the form.' })
  formSubmissionIdentifier!: string | null;

  @OneOf(['email', 'linkedin', 'tel'], { title: 'IdentifierType', nullable: true })
  formSubmissionIdentifierType!: 'email' | 'linkedin' | 'tel' | null;

  @Bool()
  hasConversion!: boolean;

  @Bool()
  hasFormSubmit!: boolean;

  @Bool({ about: 'Whether the visitor did nothing and left within 10 seconds.' })
  isBounce!: boolean;

  @Decimal({ nullable: true })
  maxScrollDepthPercentage!: number | null;

  @Decimal()
  questionsAskedCount!: number;

  @Decimal()
  totalClicksCount!: number;

  @Decimal({ nullable: true })
  timeSpentSeconds!: number | null;

  @Time()
  sessionStartedAt!: string;

  @Time({ nullable: true })
  sessionEndedAt!: string | null;

  @Text({ nullable: true })
  utmCampaign!: string | null;

  @Text({ nullable: true })
  utmContent!: string | null;

  @Text({ nullable: true })
  utmMedium!: string | null;

  @Text({ nullable: true })
  utmSource!: string | null;

  @Text({ nullable: true })
  utmTerm!: string | null;
}

export const SessionListView = ListView('AudienceSessionList', () => SessionView, {
  totalCount: { nullable: true },
});

export class AudienceSessionInteractions {
  @Bool({ about: 'Whether there is such a session.' })
  found!: boolean;

  @ListOf(() => Interaction, { about: 'In the order in which they were recorded.' })
  interactions!: Interaction[];
}
