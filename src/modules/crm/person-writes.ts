import { PreparedWrite } from '../../shared/database/prepared-writes.js';
import { keysOf } from './person-facts.js';
import { factsIn, type PersonRecord } from './person-views.js';

/** Writes nothing where the slug or the address is taken. The account of the domain is there by then. */
export const insertPerson = new PreparedWrite(
  'person.insert',
  `insert into person (tenant_id, id, name, slug, email, email_key, domain, account_id, phone_number,
     linkedin_profile_url, linkedin_key, search_text, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, (select id from account where tenant_id = $1 and domain = $7), $8,
     $9, $10, $11, $12, $12)
   on conflict do nothing`,
);

export function valuesOf(person: PersonRecord & { createdAt: Date }): unknown[] {
  const { name, email, domain, phoneNumber, linkedinProfileUrl } = factsIn(person);
  const { emailKey, linkedinKey, searchText } = keysOf(factsIn(person));
  const { id, slug, createdAt } = person;
  return [
    ...[id, name, slug, email, emailKey, domain, phoneNumber],
    ...[linkedinProfileUrl, linkedinKey, searchText, createdAt],
  ];
}

/** What is known of a person's doings goes where the person goes; for a deleted one that is nowhere. */
export const moveLogs = new PreparedWrite(
  'person_log.move',
  'update person_log set account_id = $3 where tenant_id = $1 and person_id = $2',
);
