import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid, isSample, TO_DELETE } from '../../shared/kernel/example-ids.js';
import { EXAMPLE_PERSONS } from './dto/persons.dto.js';
import { Account } from './entities/account.entity.js';
import { AccountLog, PersonLog } from './entities/log.entity.js';
import { Person } from './entities/person.entity.js';

const COMPANY = { domain: 'example.com', name: 'Example' };
const JANE = {
  name: 'Jane Doe',
  email: 'jane@example.com',
  domain: COMPANY.domain,
  phoneNumber: '+14155550123',
  linkedinProfileUrl: 'https://www.linkedin.com/in/jane-doe',
};
const NOBODY = { email: null, domain: null, phoneNumber: null, linkedinProfileUrl: null };
const FORM = { source: 'website', type: 'form-submitted' };

/** The records that the examples in the docs use. */
export async function sampleCrm(em: EntityManager): Promise<void> {
  const account = await sampleAccount(em);
  await em.persist(account).flush(); // the other records refer to it by id only
  const person = Person.create(JANE);
  person.id = exampleUuid('person');
  person.joinAccount(account.id);
  const leaving = Person.create({ ...NOBODY, name: 'John Roe' });
  leaving.id = exampleUuid('person', TO_DELETE);
  await em.persist([person, leaving]).flush();
  const accountLog = AccountLog.create(account.id, {
    ...FORM,
    payload: { form: 'contact' },
    idempotencyKey: 'contact-form-1',
  });
  accountLog.id = exampleUuid('accountlog');
  const wrongLog = AccountLog.create(account.id, { ...FORM, payload: {}, idempotencyKey: 'by-mistake' });
  wrongLog.id = exampleUuid('accountlog', TO_DELETE);
  const personLog = PersonLog.create(
    { personId: person.id, createdPerson: true },
    { ...FORM, payload: { form: 'newsletter' }, idempotencyKey: 'newsletter-1' },
  );
  personLog.id = exampleUuid('personlog');
  personLog.accountId = account.id;
  // Without this, the millisecond of creation would decide the order of the account's activity.
  const aSecondEarlier = new Date(personLog.createdAt.getTime() - 1000);
  accountLog.createdAt = wrongLog.createdAt = aSecondEarlier;
  em.persist([accountLog, wrongLog, personLog]);
}

/** The account remains if records that are not samples refer to it. */
async function sampleAccount(em: EntityManager): Promise<Account> {
  const id = exampleUuid('account');
  const account = (await em.findOne(Account, { id })) ?? Account.create(COMPANY);
  account.id = id;
  account.rename(COMPANY.name);
  return account;
}

const EXAMPLE_EMAILS = ['ada@example.org', 'grace@example.org', ...EXAMPLE_PERSONS.map(({ email }) => email)]
  .map((email) => `'${email}'`)
  .join(', ');
const EXAMPLE_PERSON = `person.tenant_id = $1 and (${isSample('person.id')} or person.email_key in (${EXAMPLE_EMAILS}))`;

export const removeSampleCrm = [
  `delete from account_log where tenant_id = $1 and ${isSample('account_id')}`,
  `delete from person_log using person
     where person_log.tenant_id = $1 and person.id = person_id and ${EXAMPLE_PERSON}`,
  `delete from person where ${EXAMPLE_PERSON}`,
  `delete from account where tenant_id = $1 and ${isSample('id')}
     and not exists (select from person where tenant_id = $1 and account_id = account.id)
     and not exists (select from person_log where tenant_id = $1 and account_id = account.id)`,
];
