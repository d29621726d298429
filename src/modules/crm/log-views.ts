import { wireTime, wireTimeOrNull } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { AccountLogView, ActivityView } from './account-logs.dto.js';
import type { PersonLogView } from './person-logs.dto.js';

/** What the views are made from. Entities have these shapes, and so have rows of prepared reads. */
interface LogRecord {
  id: string;
  source: string;
  type: string;
  payload: object;
  idempotencyKey?: string | null;
  createdAt: Date | number;
}

export interface AccountLogRecord extends LogRecord {
  accountId: string;
  updatedAt?: Date | number | null;
  deletedAt?: Date | number | null;
}

export interface PersonLogRecord extends LogRecord {
  personId: string;
  createdPerson: boolean;
}

export interface ActivityRecord extends LogRecord {
  /** Null where the entry is the account's own. */
  personId: string | null;
}

export function accountLogView(log: AccountLogRecord): AccountLogView {
  return {
    accountLogId: wireId('accountlog', log.id),
    accountId: wireId('account', log.accountId),
    source: log.source,
    type: log.type,
    payload: log.payload,
    idempotencyKey: log.idempotencyKey ?? null,
    createdAt: wireTime(log.createdAt),
    updatedAt: wireTimeOrNull(log.updatedAt ?? null),
    deletedAt: wireTimeOrNull(log.deletedAt ?? null),
  };
}

export function personLogView(log: PersonLogRecord): PersonLogView {
  return {
    personLogId: wireId('personlog', log.id),
    personId: wireId('person', log.personId),
    source: log.source,
    type: log.type,
    payload: log.payload,
    idempotencyKey: log.idempotencyKey ?? null,
    createdPerson: log.createdPerson,
    createdAt: wireTime(log.createdAt),
  };
}

export function activityView({
  id,
  personId,
  source,
  type,
  payload,
  createdAt,
}: ActivityRecord): ActivityView {
  const isPersons = personId !== null;
  return {
    kind: isPersons ? 'person_log' : 'account_log',
    accountLogId: isPersons ? null : wireId('accountlog', id),
    personLogId: isPersons ? wireId('personlog', id) : null,
    personId: isPersons ? wireId('person', personId) : null,
    source,
    type,
    payload,
    createdAt: wireTime(createdAt),
  };
}
