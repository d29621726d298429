import { defineEntity, p } from '@mikro-orm/core';
import { moment, recordColumns } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';
import { keysOf, type PersonFacts } from './person-facts.js';

const PersonSchema = defineEntity({
  name: 'Person',
  tableName: 'person',
  properties: {
    ...recordColumns,
    deletedAt: moment().nullable(),
    accountId: p.uuid().nullable(),
    name: p.text(),
    slug: p.text(),
    email: p.text().nullable(),
    emailKey: p.text().nullable(),
    domain: p.text().nullable(),
    phoneNumber: p.text().nullable(),
    linkedinProfileUrl: p.text().nullable(),
    linkedinKey: p.text().nullable(),
    searchText: p.text(),
  },
});

/** Somebody to make pages for. */
export class Person extends PersonSchema.class {
  /** The slug stays as it is, because addresses of pages are made of it. */
  change(facts: PersonFacts, accountId: string | null): void {
    Object.assign(this, facts, keysOf(facts));
    this.accountId = accountId;
    this.updatedAt = clock.now();
  }

  delete(): void {
    this.deletedAt = clock.now();
    this.updatedAt = this.deletedAt;
  }

  restore(): void {
    this.deletedAt = null;
    this.updatedAt = clock.now();
  }
}

PersonSchema.setClass(Person);
