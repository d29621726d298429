import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import { COUNTED } from './crm-bounds.js';
import type { PersonRecord } from './person-views.js';

export const PERSON = `
  p.id, p.name, p.slug, p.email, p.domain, p.phone_number as "phoneNumber",
  p.linkedin_profile_url as "linkedinProfileUrl",
  ${millis('p.created_at')} as "createdAt", ${millis('p.updated_at')} as "updatedAt"`;

export const personById = new PreparedRead<PersonRecord>(
  'person.by_id',
  `select ${PERSON} from person p where p.tenant_id = $1 and p.id = $2 and p.deleted_at is null`,
);

export const personWithEmail = new PreparedRead<{ id: string }>(
  'person.with_email',
  'select id from person where tenant_id = $1 and email_key = $2 and deleted_at is null',
);

export const personExists = new PreparedRead<{ id: string }>(
  'person.exists',
  'select id from person where tenant_id = $1 and id = $2 and deleted_at is null',
);

/** Until the end of the transaction, whoever is found here is not changed. */
export const lockPerson = new PreparedRead<{ id: string }>(
  'person.hold',
  `${personExists.text} for key share`,
);

/** By the address, else by the phone number, else by the profile; of several the oldest. */
export const lockPersonLike = new PreparedRead<{ id: string }>(
  'person.hold_like',
  `select id from person
   where tenant_id = $1 and deleted_at is null
     and (email_key = $2 or phone_number = $3 or linkedin_key = $4)
   order by email_key = $2 desc nulls last, phone_number = $3 desc nulls last, id
   limit 1 for key share`,
);

export const personList = new ListRead<PersonRecord>('persons', {
  columns: PERSON,
  from: 'person p',
  alias: 'p',
  where: 'p.deleted_at is null',
  order: { 'p.created_at': 'timestamptz', 'p.id': 'uuid' },
  direction: 'desc',
  filters: { pattern: 'p.search_text like ?' },
  unevenFilters: ['pattern'],
  countUpTo: COUNTED,
});
