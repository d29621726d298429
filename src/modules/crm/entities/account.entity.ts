import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../../shared/database/records/column-map.js';
import { newRecord, recordColumns, timestamps } from '../../../shared/database/records/columns.js';
import { derived } from '../../../shared/database/records/derived.js';
import { notPersonal } from '../../../shared/database/records/personal.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { searchText } from '../../../shared/kernel/texts/search-text.js';

/** The stored fields of an account that its view shows. */
export const accountFields = columns({
  domain: notPersonal(p.text()),
  name: notPersonal(p.text().nullable()),
  ...timestamps,
});

export const newAccountColumns = columns({ id: recordColumns.id, searchText: derived(p.text()) }).and(
  accountFields,
);

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: { ...recordColumns, ...newAccountColumns.properties },
});

export interface NewAccount {
  domain: string;
  name?: string | null;
}

/** A company, identified by its domain, which never changes. */
export class Account extends AccountSchema.class {
  static create({ domain, name = null }: NewAccount): Account {
    return detached(Account, { ...newRecord(), domain, name, searchText: searchText([domain, name]) });
  }

  rename(name: string): void {
    this.name = name;
    this.searchText = searchText([this.domain, name]);
    this.updatedAt = clock.notBefore(this.updatedAt);
  }
}

AccountSchema.setClass(Account);
