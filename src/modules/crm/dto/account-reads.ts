import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { byTime } from '../../../shared/database/lists/time-filters.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { millis } from '../../../shared/database/driver/sql.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { wireTimeOrNull } from '../../../shared/kernel/wire-time.js';
import { accountFields } from '../entities/account.entity.js';
import { MAX_LINKED_PERSONS, type AccountSummaryView, type AccountView } from './accounts.dto.js';
import { COUNTED_UP_TO } from '../../../shared/database/lists/total-count.js';
import { personFields } from '../entities/person.entity.js';
import { PERSON, personView, type PersonRecord } from './person-reads.js';

/** An account with the data of other tables that its view shows. */
export type AccountRow = RecordOf<typeof accountFields> & {
  id: string;
  latestActivityAt: number | null;
  linkedPersons: readonly PersonRecord[];
};

/**
 * A range, and the order of the whole index. With `=`, PostgreSQL may scan all persons by age to find one of this
 * account, and scans all of them if there is none.
 */
const LINKED_PERSONS = `
  p.tenant_id = $1 and p.account_id between a.id and a.id and p.deleted_at is null
  order by p.account_id, p.created_at, p.id limit ${MAX_LINKED_PERSONS}`;

const ACCOUNT = `
  a.id, ${accountFields.select('a')},
  (
    select ${millis('l.created_at')} from account_log l
    where l.tenant_id = $1 and l.account_id = a.id and l.deleted_at is null
    order by l.created_at desc, l.id desc limit 1
  ) as "latestActivityAt",
  coalesce((
    select json_agg(person) from (
      select ${PERSON} from person p where ${LINKED_PERSONS}
    ) person
  ), '[]') as "linkedPersons"`;

const LINKED_PERSONS_BYTES = `
  coalesce((
    select sum(${personFields.bytes('p')}) from (select * from person p where ${LINKED_PERSONS}) p
  ), 0)`;

export const accountById = new PreparedRead<AccountRow>(
  'account.by_id',
  `select ${ACCOUNT} from account a where a.tenant_id = $1 and a.id = $2`,
  { isShort: true },
);

export const accountByDomain = new PreparedRead<AccountRow>(
  'account.by_domain',
  `select ${ACCOUNT} from account a where a.tenant_id = $1 and a.domain = $2`,
  { isShort: true },
);

export const accountExists = new PreparedRead<{ id: string }>(
  'account.exists',
  'select id from account where tenant_id = $1 and id = $2',
);

/** Log entries share this lock. A change of the account waits for it, so events stay in order. */
export const lockAccount = new PreparedRead<{ id: string }>(
  'account.lock',
  `${accountExists.text} for key share`,
);

const { sorts, filters } = byTime('a');

export const accountList = new ListRead<AccountRow>('accounts', {
  columns: ACCOUNT,
  bytes: `${accountFields.bytes('a')} + ${LINKED_PERSONS_BYTES}`,
  from: 'account a',
  alias: 'a',
  order: { 'a.created_at': 'timestamptz', 'a.id': 'uuid' },
  direction: 'desc',
  sorts,
  filters: { query: 'a.search_text like ?', ...filters },
  indexed: [],
  unordered: ['query'],
  unevenFilters: ['query'],
  countUpTo: COUNTED_UP_TO,
});

export function accountView(account: AccountRow): AccountView {
  return {
    accountId: wireId('account', account.id),
    ...accountFields.toView(account),
    latestActivityAt: wireTimeOrNull(account.latestActivityAt),
    linkedPersons: account.linkedPersons.map(personView),
  };
}

export function accountSummary(account: RecordOf<typeof accountFields> & { id: string }): AccountSummaryView {
  return { accountId: wireId('account', account.id), ...accountFields.toView(account) };
}
