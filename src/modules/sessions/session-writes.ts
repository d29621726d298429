import type { RecordOf } from '../../shared/database/records/column-map.js';
import { PreparedRead } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrite } from '../../shared/database/records/prepared-writes.js';
import { storedColumns } from './entities/session-columns.js';

/** If several sessions with the same id are recorded at once, the first one is stored. */
export const insertSession = PreparedWrite.insert(
  'audience_session',
  storedColumns.columns,
  'on conflict (tenant_id, analytics_session_id) do nothing',
);

const withoutInteractions = storedColumns.without('interactions');
export const changedColumns = withoutInteractions.without('id', 'createdAt');

/** Of the interactions only the questions of a session that counts: figures are subtracted by them. */
export const lockSession = new PreparedRead<RecordOf<typeof storedColumns>>(
  'session.lock',
  `select ${withoutInteractions.select('s')}, coalesce((
     select jsonb_agg(each) from jsonb_array_elements(s.interactions) each
     where s.computation_status = 'completed' and each->>'componentContext' = 'question'
   ), '[]') as interactions
   from audience_session s where s.tenant_id = $1 and s.id = $2 for update`,
);

/** Without interactions, the stored ones stay. */
export const updateSession = new PreparedWrite(
  'session.update',
  `update audience_session
   set interactions = coalesce($3, interactions), ${changedColumns.assignments(4)}
   where tenant_id = $1 and id = $2`,
);
