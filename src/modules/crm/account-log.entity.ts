import { defineEntity, p } from '@mikro-orm/core';
import { moment, orderPreservingJson, recordColumns } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';

const { id, tenantId, createdAt } = recordColumns;

/** What all log entries have. The payload is answered as it came. */
export const logColumns = {
  ...{ id, tenantId, createdAt },
  source: p.text(),
  type: p.text(),
  payload: orderPreservingJson<object>(),
  idempotencyKey: p.text().nullable(),
};

const AccountLogSchema = defineEntity({
  name: 'AccountLog',
  tableName: 'account_log',
  properties: {
    ...logColumns,
    updatedAt: moment().nullable(),
    deletedAt: moment().nullable(),
    accountId: p.uuid(),
  },
});

/** Something that happened at an account. */
export class AccountLog extends AccountLogSchema.class {
  /** A repeat changes nothing. */
  delete(): void {
    this.deletedAt ??= this.updatedAt = clock.now();
  }
}

AccountLogSchema.setClass(AccountLog);
