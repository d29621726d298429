import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import { COUNTED } from './crm-bounds.js';
import type { AccountLogRecord, ActivityRecord, PersonLogRecord } from './log-views.js';

const LOG = `
  l.id, l.source, l.type, l.payload, l.idempotency_key as "idempotencyKey", ${millis('l.created_at')} as "createdAt"`;

const ACCOUNT_LOG = `${LOG}, l.account_id as "accountId",
  ${millis('l.updated_at')} as "updatedAt", ${millis('l.deleted_at')} as "deletedAt"`;

const PERSON_LOG = `${LOG}, l.person_id as "personId", l.created_person as "createdPerson"`;

const NEWEST_FIRST = {
  order: { 'l.created_at': 'timestamptz', 'l.id': 'uuid' },
  direction: 'desc',
  countUpTo: COUNTED,
} as const;

export const accountLogById = new PreparedRead<AccountLogRecord>(
  'account_log.by_id',
  `select ${ACCOUNT_LOG} from account_log l where l.tenant_id = $1 and l.account_id = $2 and l.id = $3`,
);

export const accountLogByKey = new PreparedRead<AccountLogRecord>(
  'account_log.by_key',
  `select ${ACCOUNT_LOG} from account_log l
   where l.tenant_id = $1 and l.account_id = $2 and l.idempotency_key = $3`,
);

export const accountLogList = new ListRead<AccountLogRecord>('account_logs', {
  ...NEWEST_FIRST,
  columns: ACCOUNT_LOG,
  from: 'account_log l',
  alias: 'l',
  where: 'l.deleted_at is null',
  requires: ['account'],
  filters: { account: 'l.account_id = ?', source: 'l.source = ?', type: 'l.type = ?' },
});

/**
 * Entries of deleted persons have no account. The conditions are outside the union, because only then
 * the newest entries of both tables are taken from their indexes.
 */
export const activityList = new ListRead<ActivityRecord>('activity', {
  ...NEWEST_FIRST,
  columns: `${LOG}, l.person_id as "personId"`,
  from: `(
    select tenant_id, id, account_id, null::uuid as person_id, source, type, payload, idempotency_key,
           created_at, deleted_at
    from account_log
    union all
    select tenant_id, id, account_id, person_id, source, type, payload, idempotency_key,
           created_at, null::timestamptz
    from person_log
  ) l`,
  alias: 'l',
  where: 'l.deleted_at is null',
  requires: ['account'],
  filters: { account: 'l.account_id = ?' },
});

export const personLogById = new PreparedRead<PersonLogRecord>(
  'person_log.by_id',
  `select ${PERSON_LOG} from person_log l join person p on p.id = l.person_id and p.deleted_at is null
   where l.tenant_id = $1 and l.person_id = $2 and l.id = $3`,
);

export const personLogByKey = new PreparedRead<PersonLogRecord>(
  'person_log.by_key',
  `select ${PERSON_LOG} from person_log l
   where l.tenant_id = $1 and l.person_id = $2 and l.idempotency_key = $3`,
);

export const personLogList = new ListRead<PersonLogRecord>('person_logs', {
  ...NEWEST_FIRST,
  columns: PERSON_LOG,
  from: 'person_log l',
  alias: 'l',
  requires: ['person'],
  filters: { person: 'l.person_id = ?' },
});
