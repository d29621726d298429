import { defineEntity, p } from '@mikro-orm/core';
import { columns, type ChangeOf, type RecordOf } from '../../../shared/database/records/column-map.js';
import { moment, newRecord, recordColumns, timestamps } from '../../../shared/database/records/columns.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { companyDomainOfEmail } from './email-address.js';
import { keysOf } from './person-keys.js';
import { slugOf } from '../../../shared/kernel/slug.js';

/** What a person shows, as it is stored. */
export const personFields = columns({
  name: p.text(),
  email: p.text().nullable(),
  domain: p.text().nullable(),
  slug: p.text(),
  phoneNumber: p.text().nullable(),
  linkedinProfileUrl: p.text().nullable(),
  ...timestamps,
});

/** What is told of a person, and can be changed. */
const personFacts = personFields.without('slug', 'createdAt', 'updatedAt');

/** What persons are found by (`person-keys.ts`). */
const personKeys = columns({
  emailKey: p.text().nullable(),
  linkedinKey: p.text().nullable(),
  searchText: p.text(),
});

/** What a new person brings along. Its slug and its account depend on other rows: the insert finds them. */
export const newPersonColumns = columns({ id: recordColumns.id })
  .and(personFields.without('slug'))
  .and(personKeys);

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

/** Somebody to make pages for. */
export class Person extends PersonSchema.class {
  /** Somebody without a domain is taken to be with the company of the email address. */
  static create(given: RecordOf<typeof personFacts>): Person {
    const facts = personFacts.valuesOf(given);
    facts.domain ??= companyDomainOfEmail(facts.email);
    return detached(Person, {
      ...newRecord(),
      ...facts,
      ...keysOf(facts),
      slug: slugOf(facts.name, 'person'),
    });
  }

  /**
   * What is absent stays, and null clears. A new email address brings its company's domain to a person who has none,
   * unless the same change clears the domain. The slug stays, because addresses of pages are made of it.
   */
  change(change: ChangeOf<typeof personFacts>): void {
    Object.assign(this, personFacts.given(change));
    if (change.domain === undefined) this.domain ??= companyDomainOfEmail(change.email);
    Object.assign(this, keysOf(this));
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** The account is that of the domain; somebody without a domain has none. */
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
