import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../../shared/database/records/column-map.js';
import {
  moment,
  orderPreservingJson,
  recordColumns,
  timestamps,
} from '../../../shared/database/records/columns.js';
import { notPersonal, personal } from '../../../shared/database/records/personal.js';
import { PersonalTable } from '../../../shared/database/records/personal-table.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { newUuid } from '../../../shared/kernel/ids.js';

/** The type of a log entry if none is given. */
export const DEFAULT_TYPE = 'webhook';

const { id, tenantId } = recordColumns;
const { createdAt } = timestamps;

const logContent = {
  source: notPersonal(p.text()),
  type: notPersonal(p.text()),
  payload: personal(orderPreservingJson<object>()),
};

const idempotencyKey = personal(p.text().nullable());

/** The fields that the activity of an account shows of an entry of the account or of a person. */
export const activityFields = columns({ ...logContent, createdAt });

/** The stored fields of an account's entry that its view shows. */
export const accountLogFields = columns({
  ...logContent,
  idempotencyKey,
  createdAt,
  updatedAt: moment().nullable(),
  deletedAt: moment().nullable(),
});

/** The stored fields of a person's entry that its view shows. */
export const personLogFields = columns({
  ...logContent,
  idempotencyKey,
  createdPerson: p.boolean(),
  createdAt,
});

export const accountLogColumns = columns({ id, accountId: p.uuid() }).and(accountLogFields);

export const personLogColumns = columns({ id, personId: p.uuid() }).and(personLogFields);

export const accountLogTable = new PersonalTable('account_log', accountLogColumns, {
  whenMentioned: 'erase',
});

export const personLogTable = new PersonalTable('person_log', personLogColumns, { whenMentioned: 'erase' });

const AccountLogSchema = defineEntity({
  name: 'AccountLog',
  tableName: 'account_log',
  properties: { tenantId, ...accountLogColumns.properties },
});

const PersonLogSchema = defineEntity({
  name: 'PersonLog',
  tableName: 'person_log',
  properties: { tenantId, ...personLogColumns.properties, accountId: p.uuid().nullable() },
});

export interface NewLogEntry {
  source: string;
  type?: string;
  payload?: object;
  idempotencyKey?: string | null;
}

/** Something that happened at an account. */
export class AccountLog extends AccountLogSchema.class {
  static create(accountId: string, entry: NewLogEntry): AccountLog {
    return detached(AccountLog, { ...newEntry(entry), accountId });
  }

  /** A repeat changes nothing. */
  delete(): void {
    this.deletedAt ??= this.updatedAt = clock.notBefore(this.createdAt);
  }
}

/** Something that a person did. The entry belongs to the same account as the person. */
export class PersonLog extends PersonLogSchema.class {
  static create(person: { personId: string; createdPerson: boolean }, entry: NewLogEntry): PersonLog {
    const { personId, createdPerson } = person;
    return detached(PersonLog, { ...newEntry(entry), personId, createdPerson });
  }
}

function newEntry({ source, type = DEFAULT_TYPE, payload = {}, idempotencyKey = null }: NewLogEntry) {
  return { id: newUuid(), source, type, payload, idempotencyKey, createdAt: clock.now() };
}

AccountLogSchema.setClass(AccountLog);
PersonLogSchema.setClass(PersonLog);
