import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { byTime } from '../../../shared/database/lists/time-filters.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { COUNTED_UP_TO } from '../../../shared/database/lists/total-count.js';
import { personFields } from '../entities/person.entity.js';
import type { PersonView } from './persons.dto.js';

/** The input of a view. Entities and rows both have this shape. */
export type PersonRecord = RecordOf<typeof personFields> & { id: string };

/** The columns of a person `p`. */
export const PERSON = `p.id, ${personFields.select('p')}`;

export const personById = new PreparedRead<PersonRecord>(
  'person.by_id',
  `select ${PERSON} from person p where p.tenant_id = $1 and p.id = $2 and p.deleted_at is null`,
  { isShort: true },
);

export const personByEmail = new PreparedRead<PersonRecord>(
  'person.by_email',
  `select ${PERSON} from person p where p.tenant_id = $1 and p.email_key = $2 and p.deleted_at is null`,
  { isShort: true },
);

export const personExists = new PreparedRead<{ id: string }>(
  'person.exists',
  'select id from person where tenant_id = $1 and id = $2 and deleted_at is null',
);

/** Locks the person against changes until the end of the transaction. */
export const lockPerson = new PreparedRead<{ id: string }>(
  'person.lock',
  `${personExists.text} for key share`,
);

const { sorts, filters } = byTime('p');

export const personList = new ListRead<PersonRecord>('persons', {
  columns: PERSON,
  bytes: personFields.bytes('p'),
  from: 'person p',
  alias: 'p',
  where: 'p.deleted_at is null',
  order: { 'p.created_at': 'timestamptz', 'p.id': 'uuid' },
  direction: 'desc',
  sorts,
  filters: {
    pattern: 'p.search_text like ?',
    accountId: 'p.account_id = ?',
    // A person with a domain belongs to its account.
    domain: 'p.account_id = (select a.id from account a where a.tenant_id = $1 and a.domain = ?)',
    ...filters,
  },
  indexed: ['accountId', 'domain'],
  selective: ['accountId', 'domain'],
  unordered: ['pattern'],
  unevenFilters: ['pattern'],
  countUpTo: COUNTED_UP_TO,
});

export function personView(person: PersonRecord): PersonView {
  return { personId: wireId('person', person.id), ...personFields.toView(person) };
}
