import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { Account } from './account.entity.js';
import { AccountLog, PersonLog } from './log.entity.js';
import { Person } from './person.entity.js';

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
  const account = Account.create(COMPANY);
  account.id = exampleUuid('account');
  await em.persist(account).flush(); // the rest refers to it by its id alone
  const person = Person.create(JANE);
  person.id = exampleUuid('person');
  person.joinAccount(account.id);
  await em.persist(person).flush();
  const accountLog = AccountLog.create(account.id, {
    ...FORM,
    payload: { form: 'contact' },
    idempotencyKey: 'contact-form-1',
  });
  accountLog.id = exampleUuid('accountlog');
  const personLog = PersonLog.create(
    { personId: person.id, createdPerson: true },
    { ...FORM, payload: { form: 'newsletter' }, idempotencyKey: 'newsletter-1' },
  );
  personLog.id = exampleUuid('personlog');
  personLog.accountId = account.id;
  em.persist([accountLog, personLog]);
}
