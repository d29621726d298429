import { ApiSchema } from '@nestjs/swagger';
import { Decimal, Integer, ListOf, Nested, RecordId, Text, Bool } from '../../../shared/fields/fields.js';
import { RequestTime } from '../../../shared/fields/request-time.js';
import { TextList } from '../../../shared/fields/text-list.js';
import type { StoredInteraction } from '../entities/session-columns.js';
import type { SubmittedForm } from '../entities/session.entity.js';

/** Distinct from the service's ids of sessions, so a path accepts both, and from its names of visits. */
const ANALYTICS_ID = /^(?!session_|visit_[0-9a-z]{26}$|\.{1,2}$)[A-Za-z0-9_.:-]{1,128}$/;

export class Interaction implements StoredInteraction {
  @Text({ example: 'faq' })
  componentContext!: string;

  @Text({ example: 'question-box' })
  componentId!: string;

  @TextList({ about: 'The pieces of content that the answer uses.', example: [] })
  groundingChunkIds!: string[];

  @Text({ example: 'What does it cost?' })
  label!: string;

  @TextList({ example: [] })
  options!: string[];

  @Text({ about: 'The answer; empty if nothing was asked.', example: 'There is a free plan.' })
  responseText!: string;

  @Decimal({ about: 'The time, in milliseconds since 1970.', example: 1763164810000 })
  timestamp!: number;
}

class FormSubmission implements SubmittedForm {
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
    about: 'Your name for the visit. A repeat with the same name returns the session of the first request.',
    example: 'visit-2026-03-01-17',
  })
  analyticsSessionId?: string;

  @RecordId('page', { optional: true, nullable: true })
  pageId?: string | null;

  @RecordId('audience', { optional: true, nullable: true, about: 'An audience of the page.' })
  audienceId?: string | null;

  @Text({ min: 1, max: 2048, optional: true, nullable: true, example: 'https://example.com/acme' })
  pageUrl?: string | null;

  @RequestTime({ example: '+1763164800000' })
  sessionStartedAt!: string;

  @RequestTime({ optional: true, nullable: true, example: '+1763164860000' })
  sessionEndedAt?: string | null;

  @Bool({ optional: true, about: 'A submitted form always counts as a conversion.' })
  hasConversion?: boolean;

  @Decimal({ optional: true, nullable: true, min: 0, max: 100, example: 80 })
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
