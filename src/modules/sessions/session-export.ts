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

/** The view of a session, with its interactions and all data that figures use. */
export function exportedSession(session: StoredRecord): object {
  const { pageLinkId, referrer, device, language, visitRules, computationFailure, interactions } = session;
  return {
    ...sessionView(session),
    pageLinkId: pageLinkId ? wireId('link', pageLinkId) : null,
    ...{ referrer, device, language, visitRules, computationFailure, interactions },
  };
}
