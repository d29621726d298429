import { defineEntity, p } from '@mikro-orm/core';
import { recordColumns } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';
import { searchText } from '../../shared/kernel/search-text.js';

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    ...recordColumns,
    domain: p.text(),
    name: p.text().nullable(),
    searchText: p.text(),
  },
});

/** A company, known by its domain, which never changes. */
export class Account extends AccountSchema.class {
  rename(name: string): void {
    this.name = name;
    this.searchText = searchText([this.domain, name]);
    this.updatedAt = clock.now();
  }
}

AccountSchema.setClass(Account);
