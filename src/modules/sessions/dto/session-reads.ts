import { COUNTED_UP_TO } from '../../../shared/database/lists/total-count.js';
import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { sessionColumns, sessionFields, type StoredInteraction } from '../entities/session-columns.js';
import type { SessionView } from './sessions.dto.js';
import { formIdentifierOf } from './form-identifier.js';

/** The input of a view. Entities and rows both have this shape. */
export type SessionRecord = RecordOf<typeof sessionColumns>;

const SESSION = sessionColumns.select('s');

/** A path accepts two ids: the service's own, which exists only for a visit of an audience, or the client's. */
const BY_ID = 's.tenant_id = $1 and s.id = $2 and s.audience_id is not null';
const BY_ANALYTICS_ID = 's.tenant_id = $1 and s.analytics_session_id = $2';

export const sessionBy = {
  id: new PreparedRead<SessionRecord>(
    'session.by_id',
    `select ${SESSION} from audience_session s where ${BY_ID}`,
  ),
  analyticsId: new PreparedRead<SessionRecord>(
    'session.by_analytics_id',
    `select ${SESSION} from audience_session s where ${BY_ANALYTICS_ID}`,
  ),
};

export const interactionsBy = {
  id: new PreparedRead<{ interactions: StoredInteraction[] }>(
    'session.interactions_by_id',
    `select s.interactions from audience_session s where ${BY_ID}`,
  ),
  analyticsId: new PreparedRead<{ interactions: StoredInteraction[] }>(
    'session.interactions_by_analytics_id',
    `select s.interactions from audience_session s where ${BY_ANALYTICS_ID}`,
  ),
};

export const sessionList = new ListRead<SessionRecord>('sessions', {
  columns: SESSION,
  bytes: sessionColumns.bytes('s'),
  from: 'audience_session s',
  alias: 's',
  order: { 's.session_started_at': 'timestamptz', 's.id': 'uuid' },
  direction: 'desc',
  countUpTo: COUNTED_UP_TO,
  requires: ['pageId'],
  filters: {
    pageId: 's.page_id = ?',
    audienceId: 's.audience_id = ?',
    from: 's.session_started_at >= ?::timestamptz',
    to: 's.session_started_at < ?::timestamptz',
    hasConversion: 's.has_conversion = ?',
    hasFormSubmit: '(s.form_submission_id is not null) = ?',
    utmSource: 's.utm_source = ?',
    utmCampaign: 's.utm_campaign = ?',
    computationStatus: 's.computation_status = ?',
  },
  indexed: ['audienceId'],
});

/** The ids of a session in views and events. */
export function sessionIds({
  id,
  analyticsSessionId,
  pageId,
  audienceId,
}: Pick<SessionRecord, 'id' | 'analyticsSessionId' | 'pageId' | 'audienceId'>) {
  return {
    analyticsSessionId,
    audienceSessionId: audienceId ? wireId('session', id) : null,
    audienceId: audienceId ? wireId('audience', audienceId) : null,
    pageId: pageId ? wireId('page', pageId) : null,
  };
}

export function sessionView(session: SessionRecord): SessionView {
  const fields = sessionFields.toView(session);
  return {
    ...sessionIds(session),
    ...fields,
    ...formIdentifierOf(session),
    hasFormSubmit: fields.formSubmissionId !== null,
  };
}
