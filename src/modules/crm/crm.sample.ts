import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { AccountLog } from './account-log.entity.js';
import { Account } from './account.entity.js';
import { keysOf } from './person-facts.js';
import { PersonLog } from './person-log.entity.js';
import { Person } from './person.entity.js';
import { searchText } from '../../shared/kernel/search-text.js';

const COMPANY = { domain: 'example.com', name: 'Example' };
const JANE = {
  name: 'Jane Doe',
  email: 'jane@example.com',
  domain: COMPANY.domain,
  phoneNumber: '+14155550123',
  linkedinProfileUrl: 'https://www.linkedin.com/in/jane-doe',
};
const FORM = { source: 'website', type: 'form-submitted' };

/** The records that the examples in the docs name. */
export async function sampleCrm(em: EntityManager): Promise<void> {
  const accountId = exampleUuid('account');
  const personId = exampleUuid('person');
  em.create(Account, { id: accountId, ...COMPANY, searchText: searchText([COMPANY.domain, COMPANY.name]) });
  await em.flush(); // the rest refers to it by its id alone
  em.create(Person, { id: personId, accountId, slug: 'jane-doe', ...JANE, ...keysOf(JANE) });
  await em.flush();
  em.create(AccountLog, {
    ...{ id: exampleUuid('accountlog'), accountId, ...FORM },
    payload: { form: 'contact' },
    idempotencyKey: 'contact-form-1',
  });
  em.create(PersonLog, {
    ...{ id: exampleUuid('personlog'), personId, accountId, createdPerson: true, ...FORM },
    payload: { form: 'newsletter' },
    idempotencyKey: 'newsletter-1',
  });
}
