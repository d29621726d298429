import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { wireId } from '../../../shared/kernel/ids.js';
import type { AccountLogView, ActivityView } from './account-logs.dto.js';
import { COUNTED_UP_TO } from '../../../shared/database/lists/total-count.js';
import {
  accountLogColumns,
  accountLogFields,
  activityFields,
  personLogColumns,
  personLogFields,
} from '../entities/log.entity.js';
import type { PersonLogView } from './person-logs.dto.js';

/** The input of a view. Entities and rows both have this shape. */
export type AccountLogRecord = RecordOf<typeof accountLogColumns>;
type PersonLogRecord = RecordOf<typeof personLogColumns>;
type ActivityRow = RecordOf<typeof activityFields> & {
  id: string;
  /** Null if the entry belongs to the account itself. */
  personId: string | null;
};

export const ACCOUNT_LOG = accountLogColumns.select('l');
const PERSON_LOG = personLogColumns.select('l');

const NEWEST_FIRST = {
  order: { 'l.created_at': 'timestamptz', 'l.id': 'uuid' },
  direction: 'desc',
  countUpTo: COUNTED_UP_TO,
} as const;

export const accountLogById = new PreparedRead<AccountLogRecord>(
  'account_log.by_id',
  `select ${ACCOUNT_LOG} from account_log l where l.tenant_id = $1 and l.account_id = $2 and l.id = $3`,
  { isShort: true },
);

export const accountLogByKey = new PreparedRead<AccountLogRecord>(
  'account_log.by_key',
  `select ${ACCOUNT_LOG} from account_log l
   where l.tenant_id = $1 and l.account_id = $2 and l.idempotency_key = $3`,
);

export const accountLogList = new ListRead<AccountLogRecord>('account_logs', {
  ...NEWEST_FIRST,
  columns: ACCOUNT_LOG,
  bytes: accountLogColumns.bytes('l'),
  from: 'account_log l',
  alias: 'l',
  where: 'l.deleted_at is null',
  requires: ['account'],
  filters: { account: 'l.account_id = ?', source: 'l.source = ?', type: 'l.type = ?' },
});

export const personLogById = new PreparedRead<PersonLogRecord>(
  'person_log.by_id',
  `select ${PERSON_LOG}
   from person_log l join person p on p.tenant_id = $1 and p.id = l.person_id and p.deleted_at is null
   where l.tenant_id = $1 and l.person_id = $2 and l.id = $3`,
  { isShort: true },
);

export const personLogByKey = new PreparedRead<PersonLogRecord>(
  'person_log.by_key',
  `select ${PERSON_LOG} from person_log l
   where l.tenant_id = $1 and l.person_id = $2 and l.idempotency_key = $3`,
);

export const personLogList = new ListRead<PersonLogRecord>('person_logs', {
  ...NEWEST_FIRST,
  columns: PERSON_LOG,
  bytes: personLogColumns.bytes('l'),
  from: 'person_log l',
  alias: 'l',
  requires: ['person'],
  filters: { person: 'l.person_id = ?' },
});

/**
 * Entries of deleted persons have no account. The conditions are outside the union, because only then PostgreSQL
 * takes the newest entries of both tables from their indexes.
 */
export const activityList = new ListRead<ActivityRow>('activity', {
  ...NEWEST_FIRST,
  columns: `l.id, l.person_id as "personId", ${activityFields.select('l')}`,
  bytes: activityFields.bytes('l'),
  from: `(
    select tenant_id, id, account_id, null::uuid as person_id, deleted_at, ${activityFields.columns.join(', ')}
    from account_log
    union all
    select tenant_id, id, account_id, person_id, null::timestamptz, ${activityFields.columns.join(', ')}
    from person_log
  ) l`,
  alias: 'l',
  where: 'l.deleted_at is null',
  requires: ['account'],
  filters: { account: 'l.account_id = ?' },
});

export function accountLogView(log: AccountLogRecord): AccountLogView {
  return {
    accountLogId: wireId('accountlog', log.id),
    accountId: wireId('account', log.accountId),
    ...accountLogFields.toView(log),
  };
}

export function personLogView(log: PersonLogRecord): PersonLogView {
  return {
    personLogId: wireId('personlog', log.id),
    personId: wireId('person', log.personId),
    ...personLogFields.toView(log),
  };
}

export function activityView(entry: ActivityRow): ActivityView {
  const { id, personId } = entry;
  const whose =
    personId === null
      ? { accountLogId: wireId('accountlog', id), personLogId: null, personId: null }
      : {
          accountLogId: null,
          personLogId: wireId('personlog', id),
          personId: wireId('person', personId),
        };
  return {
    kind: personId === null ? 'account_log' : 'person_log',
    ...whose,
    ...activityFields.toView(entry),
  };
}
