import { ApiSchema } from '@nestjs/swagger';
import {
  Figure,
  Integer,
  ListOf,
  Nested,
  OneOf,
  RecordId,
  Text,
  Time,
  YesNo,
} from '../../shared/http/fields.js';
import { ListQuery, PageView } from '../../shared/http/list.dto.js';
import { QueryId, QueryTime, QueryYesNo } from '../../shared/http/query-fields.js';
import { Interaction } from './interaction.dto.js';
import { COMPUTATION_STATUSES, type ComputationStatus } from './session.lifecycle.js';

/** Not like the ids that the service gives to sessions, so that either can stand in a path. */
const ANALYTICS_ID = /^(?!session_)[A-Za-z0-9_.:-]{1,128}$/;

export class FormSubmission {
  @Text({ min: 1, max: 255, example: 'submission-17' })
  formSubmissionId!: string;

  @Text({ min: 1, max: 320, optional: true, nullable: true, example: 'ada@example.com' })
  email?: string | null;

  @Text({ min: 1, max: 50, optional: true, nullable: true })
  phone?: string | null;

  @Text({ min: 1, max: 2048, optional: true, nullable: true })
  linkedinProfileUrl?: string | null;
}

@ApiSchema({ name: 'CreateAudienceSession' })
export class RecordSession {
  @Text({
    pattern: ANALYTICS_ID,
    optional: true,
    about: 'Your name for the visit; a repeat with it answers the session that the first one made.',
    example: 'visit-2026-03-01-17',
  })
  analyticsSessionId?: string;

  @RecordId('page', { optional: true, nullable: true })
  pageId?: string | null;

  @RecordId('audience', { optional: true, nullable: true, about: 'An audience of the page.' })
  audienceId?: string | null;

  @Text({ min: 1, max: 2048, optional: true, nullable: true, example: 'https://example.com/acme' })
  pageUrl?: string | null;

  @Time({ example: '+1763164800000' })
  sessionStartedAt!: string;

  @Time({ optional: true, nullable: true, example: '+1763164860000' })
  sessionEndedAt?: string | null;

  @YesNo({ optional: true, about: 'A submitted form always counts as one.' })
  hasConversion?: boolean;

  @Figure({ optional: true, nullable: true, min: 0, max: 100, example: 80 })
  maxScrollDepthPercentage?: number | null;

  @Integer({ optional: true, min: 0, max: Number.MAX_SAFE_INTEGER, example: 3 })
  totalClicksCount?: number;

  @Nested(() => FormSubmission, { optional: true, nullable: true })
  formSubmission?: FormSubmission | null;

  @Text({ max: 1000, optional: true, nullable: true, example: 'spring' })
  utmCampaign?: string | null;

  @Text({ max: 1000, optional: true, nullable: true })
  utmContent?: string | null;

  @Text({ max: 1000, optional: true, nullable: true })
  utmMedium?: string | null;

  @Text({ max: 1000, optional: true, nullable: true })
  utmSource?: string | null;

  @Text({ max: 1000, optional: true, nullable: true })
  utmTerm?: string | null;

  @ListOf(() => Interaction, { optional: true })
  interactions?: Interaction[];
}

export class SessionsQuery extends ListQuery {
  @QueryId('audience', { about: 'Visits of this audience alone.' })
  audienceId?: string;

  @QueryTime({ about: 'Visits that began at this moment or later.' })
  from?: string;

  @QueryTime({ about: 'Visits that began before this moment.' })
  to?: string;

  @QueryYesNo()
  hasConversion?: boolean;

  @OneOf(COMPUTATION_STATUSES, { optional: true })
  computationStatus?: ComputationStatus;
}

@ApiSchema({ name: 'AudienceSession' })
export class SessionView {
  @Text({ about: 'As whoever recorded it named the visit.', example: 'visit-2026-03-01-17' })
  analyticsSessionId!: string;

  @RecordId('session', { nullable: true, about: 'Null where no audience was involved.' })
  audienceSessionId!: string | null;

  @RecordId('audience', { nullable: true })
  audienceId!: string | null;

  @RecordId('page', { nullable: true })
  pageId!: string | null;

  @Text({ nullable: true, about: "The page's title at that time." })
  pageTitle!: string | null;

  @Text({ nullable: true })
  pageUrl!: string | null;

  @OneOf(COMPUTATION_STATUSES, {
    about: 'Whether the figures below that follow from the visit stand by now.',
  })
  computationStatus!: ComputationStatus;

  @Text({ nullable: true })
  formSubmissionId!: string | null;

  @Text({ nullable: true })
  formSubmissionEmail!: string | null;

  @Text({ nullable: true })
  formSubmissionPhone!: string | null;

  @Text({ nullable: true, about: 'The best of what the form says about who it was.' })
  formSubmissionIdentifier!: string | null;

  @OneOf(['email', 'linkedin', 'tel'], { nullable: true })
  formSubmissionIdentifierType!: 'email' | 'linkedin' | 'tel' | null;

  @YesNo()
  hasConversion!: boolean;

  @YesNo()
  hasFormSubmit!: boolean;

  @YesNo({ about: 'Nothing was done, and the visitor left within 10 seconds.' })
  isBounce!: boolean;

  @Figure({ nullable: true })
  maxScrollDepthPercentage!: number | null;

  @Figure()
  questionsAskedCount!: number;

  @Figure()
  totalClicksCount!: number;

  @Figure({ nullable: true })
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

export const SessionListView = PageView('AudienceSessionList', () => SessionView);
