import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import type { Interaction } from './interaction.dto.js';
import type { SessionRecord } from './session-views.js';

/** Visits are many, and a page may have any number of them. */
const COUNTED = 10_000;

const SESSION = `
  s.analytics_session_id as "analyticsSessionId", s.id, s.audience_id as "audienceId", s.page_id as "pageId",
  s.page_title as "pageTitle", s.page_url as "pageUrl", s.computation_status as "computationStatus",
  s.form_submission_id as "formSubmissionId", s.form_submission_email as "formSubmissionEmail",
  s.form_submission_phone as "formSubmissionPhone", s.form_submission_linkedin as "formSubmissionLinkedin",
  s.has_conversion as "hasConversion", s.is_bounce as "isBounce",
  s.max_scroll_depth_percentage as "maxScrollDepthPercentage",
  s.questions_asked_count::float8 as "questionsAskedCount", s.total_clicks_count::float8 as "totalClicksCount",
  s.time_spent_seconds as "timeSpentSeconds", ${millis('s.session_started_at')} as "sessionStartedAt",
  ${millis('s.session_ended_at')} as "sessionEndedAt", s.utm_campaign as "utmCampaign",
  s.utm_content as "utmContent", s.utm_medium as "utmMedium", s.utm_source as "utmSource", s.utm_term as "utmTerm"`;

/** A session has two names: ours, where an audience was involved, and that of whoever recorded it. */
const BY_OURS = 's.tenant_id = $1 and s.id = $2 and s.audience_id is not null';
const BY_THEIRS = 's.tenant_id = $1 and s.analytics_session_id = $2';

interface Interactions {
  interactions: Interaction[];
}

export const sessionBy = {
  ours: new PreparedRead<SessionRecord>(
    'session.by_ours',
    `select ${SESSION} from audience_session s where ${BY_OURS}`,
  ),
  theirs: new PreparedRead<SessionRecord>(
    'session.by_theirs',
    `select ${SESSION} from audience_session s where ${BY_THEIRS}`,
  ),
};

export const interactionsBy = {
  ours: new PreparedRead<Interactions>(
    'session.interactions_by_ours',
    `select s.interactions from audience_session s where ${BY_OURS}`,
  ),
  theirs: new PreparedRead<Interactions>(
    'session.interactions_by_theirs',
    `select s.interactions from audience_session s where ${BY_THEIRS}`,
  ),
};

export const sessionList = new ListRead<SessionRecord>('sessions', {
  columns: SESSION,
  from: 'audience_session s',
  alias: 's',
  order: { 's.session_started_at': 'timestamptz', 's.id': 'uuid' },
  direction: 'desc',
  countUpTo: COUNTED,
  requires: ['pageId'],
  filters: {
    pageId: 's.page_id = ?',
    audienceId: 's.audience_id = ?',
    from: 's.session_started_at >= ?::timestamptz',
    to: 's.session_started_at < ?::timestamptz',
    hasConversion: 's.has_conversion = ?',
    computationStatus: 's.computation_status = ?',
  },
});
