import { PreparedWrite } from '../../shared/database/prepared-writes.js';
import type { AccountLogRecord, PersonLogRecord } from './log-views.js';

/** Both write nothing where there is an entry under the key already. */
export const insertAccountLog = new PreparedWrite(
  'account_log.insert',
  `insert into account_log (tenant_id, id, account_id, source, type, payload, idempotency_key, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (account_id, idempotency_key) do nothing`,
);

/** The account is that of the person, whom the caller holds. */
export const insertPersonLog = new PreparedWrite(
  'person_log.insert',
  `insert into person_log (tenant_id, id, person_id, account_id, source, type, payload, idempotency_key,
     created_at, created_person)
   values ($1, $2, $3, (select account_id from person where tenant_id = $1 and id = $3), $4, $5, $6, $7, $8, $9)
   on conflict (person_id, idempotency_key) do nothing`,
);

export function accountLogValues(log: AccountLogRecord): unknown[] {
  const { id, accountId, source, type, payload, idempotencyKey, createdAt } = log;
  return [id, accountId, source, type, JSON.stringify(payload), idempotencyKey, createdAt];
}

export function personLogValues(log: PersonLogRecord): unknown[] {
  const { id, personId, source, type, payload, idempotencyKey, createdAt, createdPerson } = log;
  return [id, personId, source, type, JSON.stringify(payload), idempotencyKey, createdAt, createdPerson];
}
