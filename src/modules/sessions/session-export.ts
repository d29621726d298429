import { hasScope, type Caller } from '../../shared/auth/keys/caller.js';
import type { RecordOf } from '../../shared/database/records/column-map.js';
import { ListRead } from '../../shared/database/lists/list-read.js';
import { wireId } from '../../shared/kernel/ids.js';
import { sessionView } from './dto/session-reads.js';
import { storedColumns } from './entities/session-columns.js';

type StoredRecord = RecordOf<typeof storedColumns>;

/** All sessions of a tenant, in the order in which they were recorded. */
export const exportedSessions = new ListRead<StoredRecord>('exported_sessions', {
  columns: storedColumns.select('s'),
  bytes: storedColumns.bytes('s'),
  from: 'audience_session s',
  alias: 's',
  order: { 's.id': 'uuid' },
  direction: 'asc',
  // An export has no total count.
  countUpTo: 0,
  filters: { from: 's.id >= ?' },
});

const NO_SENDER = {
  ...{ formSubmissionEmail: null, formSubmissionPhone: null },
  ...{ formSubmissionIdentifier: null, formSubmissionIdentifierType: null },
};

/**
 * The view of a session, with its interactions and all data that figures use. Shows senders and questions only to
 * callers who may also read forms and questions.
 */
export function exportedSession(session: StoredRecord, caller: Caller): object {
  const { pageLinkId, referrer, device, language, visitRules, computationFailure, interactions } = session;
  return {
    ...sessionView(session),
    ...(hasScope(caller, 'forms:read') ? {} : NO_SENDER),
    pageLinkId: pageLinkId ? wireId('link', pageLinkId) : null,
    ...{ referrer, device, language, visitRules, computationFailure },
    interactions: hasScope(caller, 'questions:read') ? interactions : null,
  };
}
