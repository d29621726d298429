import { PreparedWrite } from '../../shared/database/prepared-writes.js';
import { keysOf, type PersonFacts } from './person-facts.js';

/**
 * Takes the first slug, or the other one where that is taken. Writes nothing where the address is taken, or where
 * somebody else takes the slug at this very moment. The account of the domain is there by then.
 */
export const insertPerson = new PreparedWrite(
  'person.insert',
  `insert into person (tenant_id, id, slug, account_id, name, email, email_key, domain, phone_number,
     linkedin_profile_url, linkedin_key, search_text, created_at, updated_at)
   values ($1, $2,
     case when exists (select from person where tenant_id = $1 and slug = $3) then $4 else $3 end,
     (select id from account where tenant_id = $1 and domain = $8),
     $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
   on conflict do nothing
   returning slug`,
);

export interface NewPerson extends PersonFacts {
  id: string;
  createdAt: Date;
}

export function toInsertParams(person: NewPerson, slugs: readonly [first: string, other: string]): unknown[] {
  const { id, name, email, domain, phoneNumber, linkedinProfileUrl, createdAt } = person;
  const { emailKey, linkedinKey, searchText } = keysOf(person);
  return [
    ...[id, ...slugs, name, email, emailKey, domain, phoneNumber],
    ...[linkedinProfileUrl, linkedinKey, searchText, createdAt],
  ];
}

/** What is known of a person's doings goes where the person goes; for a deleted one that is nowhere. */
export const moveLogs = new PreparedWrite(
  'person_log.move',
  'update person_log set account_id = $3 where tenant_id = $1 and person_id = $2',
);
