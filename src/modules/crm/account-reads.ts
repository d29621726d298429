import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import type { AccountRecord } from './account-views.js';
import { COUNTED, MAX_LINKED_PERSONS } from './crm-bounds.js';
import { PERSON } from './person-reads.js';

const ACCOUNT = `
  a.id, a.domain, a.name, ${millis('a.created_at')} as "createdAt", ${millis('a.updated_at')} as "updatedAt",
  (
    select ${millis('l.created_at')} from account_log l
    where l.tenant_id = a.tenant_id and l.account_id = a.id and l.deleted_at is null
    order by l.created_at desc, l.id desc limit 1
  ) as "latestActivityAt",
  coalesce((
    select json_agg(person) from (
      select ${PERSON} from person p
      where p.tenant_id = a.tenant_id and p.account_id = a.id and p.deleted_at is null
      order by p.created_at, p.id limit ${MAX_LINKED_PERSONS}
    ) person
  ), '[]') as "linkedPersons"`;

export const accountById = new PreparedRead<AccountRecord>(
  'account.by_id',
  `select ${ACCOUNT} from account a where a.tenant_id = $1 and a.id = $2`,
);

export const accountByDomain = new PreparedRead<AccountRecord>(
  'account.by_domain',
  `select ${ACCOUNT} from account a where a.tenant_id = $1 and a.domain = $2`,
);

export const accountExists = new PreparedRead<{ id: string }>(
  'account.exists',
  'select id from account where tenant_id = $1 and id = $2',
);

/** Shared by any number of log entries at once, but not with a change: their events come in order. */
export const lockAccount = new PreparedRead<{ id: string }>(
  'account.hold',
  `${accountExists.text} for key share`,
);

export const lockAccountByDomain = new PreparedRead<{ id: string }>(
  'account.hold_by_domain',
  'select id from account where tenant_id = $1 and domain = $2 for key share',
);

export const accountList = new ListRead<AccountRecord>('accounts', {
  columns: ACCOUNT,
  from: 'account a',
  alias: 'a',
  order: { 'a.created_at': 'timestamptz', 'a.id': 'uuid' },
  direction: 'desc',
  filters: { pattern: 'a.search_text like ?' },
  unevenFilters: ['pattern'],
  countUpTo: COUNTED,
});
