import { PreparedWrite } from '../../shared/database/prepared-writes.js';
import { clock } from '../../shared/kernel/clock.js';
import type { Interaction } from './interaction.dto.js';
import type { SessionRecord } from './session-views.js';

/** Every column of a session, by what it is called in a record. */
const COLUMNS = {
  id: 'id',
  analyticsSessionId: 'analytics_session_id',
  pageId: 'page_id',
  pageTitle: 'page_title',
  pageUrl: 'page_url',
  audienceId: 'audience_id',
  computationStatus: 'computation_status',
  formSubmissionId: 'form_submission_id',
  formSubmissionEmail: 'form_submission_email',
  formSubmissionPhone: 'form_submission_phone',
  formSubmissionLinkedin: 'form_submission_linkedin',
  hasConversion: 'has_conversion',
  isBounce: 'is_bounce',
  maxScrollDepthPercentage: 'max_scroll_depth_percentage',
  questionsAskedCount: 'questions_asked_count',
  totalClicksCount: 'total_clicks_count',
  timeSpentSeconds: 'time_spent_seconds',
  sessionStartedAt: 'session_started_at',
  sessionEndedAt: 'session_ended_at',
  utmCampaign: 'utm_campaign',
  utmContent: 'utm_content',
  utmMedium: 'utm_medium',
  utmSource: 'utm_source',
  utmTerm: 'utm_term',
} as const satisfies Record<keyof SessionRecord, string>;

const NAMES = Object.keys(COLUMNS) as (keyof SessionRecord)[];

/** Of those that are recorded under one name at the same time, the first one stands. */
export const insertSession = PreparedWrite.insert(
  'audience_session',
  [...Object.values(COLUMNS), 'interactions', 'created_at', 'updated_at'],
  'on conflict (tenant_id, analytics_session_id) do nothing',
);

export function toInsertParams(session: SessionRecord, interactions: readonly Interaction[]): unknown[] {
  const now = clock.now();
  return [...NAMES.map((name) => session[name]), JSON.stringify(interactions), now, now];
}
