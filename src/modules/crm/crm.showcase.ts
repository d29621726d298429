import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { Account } from './entities/account.entity.js';
import { Person } from './entities/person.entity.js';

/** For whom the pages of the showcase are. */
export const SHOWCASE_PERSONS = {
  katrin: {
    number: 3,
    name: 'Katrin Vogel',
    email: 'katrin@vogel-metall.example',
    account: { number: 2, name: 'Vogel Metallbau', domain: 'vogel-metall.example' },
  },
  grace: {
    number: 4,
    name: 'Grace Okafor',
    email: 'grace@hearth-bakery.example',
    account: { number: 3, name: 'Hearth Bakery', domain: 'hearth-bakery.example' },
  },
  yusuf: {
    number: 5,
    name: 'يوسف الحداد',
    email: 'yusuf@alreef.example',
    account: { number: 4, name: 'مخابز الريف', domain: 'alreef.example' },
  },
} as const;

export type ShowcasePerson = keyof typeof SHOWCASE_PERSONS;

export async function showcaseCrm(em: EntityManager): Promise<void> {
  for (const { number, name, email, account } of Object.values(SHOWCASE_PERSONS)) {
    const company = await showcaseAccount(em, account);
    await em.persist(company).flush(); // the person refers to it by id only
    const person = Person.create({
      name,
      email,
      domain: account.domain,
      phoneNumber: null,
      linkedinProfileUrl: null,
    });
    person.id = exampleUuid('person', number);
    person.joinAccount(company.id);
    em.persist(person);
  }
}

/** The account remains when the samples are removed if other records refer to it. */
async function showcaseAccount(
  em: EntityManager,
  { number, name, domain }: { number: number; name: string; domain: string },
): Promise<Account> {
  const id = exampleUuid('account', number);
  const account = (await em.findOne(Account, { id })) ?? Account.create({ name, domain });
  account.id = id;
  return account;
}
