import { defineEntity, p } from '@mikro-orm/core';
import { columns, type ChangeOf, type RecordOf } from '../../../shared/database/records/column-map.js';
import { moment, newRecord, recordColumns, timestamps } from '../../../shared/database/records/columns.js';
import { personal } from '../../../shared/database/records/personal.js';
import { PersonalTable } from '../../../shared/database/records/personal-table.js';
import { derived } from '../../../shared/database/records/derived.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { companyDomainOfEmail } from './email-address.js';
import { keysOf } from './person-keys.js';
import { slugOf } from '../../../shared/kernel/texts/slug.js';

/** The stored fields of a person that its view shows. */
export const personFields = columns({
  name: personal(p.text(), { identifies: 'name' }),
  email: personal(p.text().nullable(), { identifies: 'email' }),
  domain: personal(p.text().nullable()),
  slug: personal(p.text(), { identifies: 'name' }),
  phoneNumber: personal(p.text().nullable(), { identifies: 'phone' }),
  linkedinProfileUrl: personal(p.text().nullable(), { identifies: 'profile' }),
  ...timestamps,
});

/** The fields that clients set and change. */
const personFacts = personFields.without('slug', 'createdAt', 'updatedAt');

/** The keys that persons are found by (`person-keys.ts`). */
const personKeys = columns({
  emailKey: derived(personal(p.text().nullable())),
  linkedinKey: derived(personal(p.text().nullable())),
  searchText: derived(personal(p.text())),
});

/** Another person with the same phone number keeps it. */
export const personTable = new PersonalTable('person', personFields.and(personKeys), {
  whenMentioned: 'keep',
});

/** The columns of a new person, without slug and account: these depend on other rows, and the insert sets them. */
export const newPersonColumns = columns({ id: recordColumns.id })
  .and(personFields.without('slug'))
  .and(personKeys);

/** The columns of a person that a batch reads and writes. */
export const storedPersonColumns = newPersonColumns.and(columns({ slug: personFields.properties.slug }));

const PersonSchema = defineEntity({
  name: 'Person',
  tableName: 'person',
  properties: {
    ...recordColumns,
    ...personFields.properties,
    ...personKeys.properties,
    accountId: p.uuid().nullable(),
    deletedAt: moment().nullable(),
  },
});

/** A person whom pages are made for. */
export class Person extends PersonSchema.class {
  /** A person without a domain gets the company domain of the email address, unless the domain is null. */
  static create(given: RecordOf<typeof personFacts>): Person {
    const facts = personFacts.valuesOf(given);
    if (given.domain === undefined) facts.domain = companyDomainOfEmail(facts.email);
    return detached(Person, {
      ...newRecord(),
      ...facts,
      ...keysOf(personFacts, facts),
      slug: slugOf(facts.name, 'person'),
    });
  }

  /**
   * Absent fields keep their values, and null clears a field. A person without a domain gets the company domain of a
   * new email address, unless the same change clears the domain. The slug never changes, because URLs of pages use it.
   */
  change(change: ChangeOf<typeof personFacts>): void {
    Object.assign(this, personFacts.given(change));
    if (change.domain === undefined) this.domain ??= companyDomainOfEmail(change.email);
    Object.assign(this, keysOf(personFacts, this));
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** Whether the change has another value than the person. */
  isChangedBy(change: ChangeOf<typeof personFacts>): boolean {
    const own = personFacts.valuesOf(this);
    return Object.entries(personFacts.given(change)).some(
      ([name, value]) => own[name as keyof typeof own] !== value,
    );
  }

  /** Whether the address is that of this person, and no other one can have it. */
  hasEmail(emailKey: string): boolean {
    return this.emailKey === emailKey && !this.deletedAt;
  }

  /** The account belongs to the person's domain. A person without a domain has no account. */
  joinAccount(accountId: string | null): void {
    this.accountId = accountId;
  }

  delete(): void {
    this.deletedAt = this.updatedAt = clock.notBefore(this.updatedAt);
  }

  restore(): void {
    this.deletedAt = null;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }
}

PersonSchema.setClass(Person);
