import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../../shared/database/records/column-map.js';
import {
  moment,
  orderPreservingJson,
  recordColumns,
  timestamps,
} from '../../../shared/database/records/columns.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { newUuid } from '../../../shared/kernel/ids.js';

/** The type of a log entry that is given none. */
export const DEFAULT_TYPE = 'webhook';

const { id, tenantId } = recordColumns;
const { createdAt } = timestamps;

const logContent = {
  source: p.text(),
  type: p.text(),
  payload: orderPreservingJson<object>(),
};

const idempotencyKey = p.text().nullable();

/** What an entry shows in the activity of an account, whether the log is the account's or a person's. */
export const activityFields = columns({ ...logContent, createdAt });

/** What an entry of an account shows, as it is stored. */
export const accountLogFields = columns({
  ...logContent,
  idempotencyKey,
  createdAt,
  updatedAt: moment().nullable(),
  deletedAt: moment().nullable(),
});

/** What an entry of a person shows, as it is stored. */
export const personLogFields = columns({
  ...logContent,
  idempotencyKey,
  createdPerson: p.boolean(),
  createdAt,
});

export const accountLogColumns = columns({ id, accountId: p.uuid() }).and(accountLogFields);

export const personLogColumns = columns({ id, personId: p.uuid() }).and(personLogFields);

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

/** Something that a person did. It belongs to the person's account, as long as the person does. */
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
