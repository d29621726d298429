import { Injectable } from '@nestjs/common';
import { fieldsOfNew, type FieldChanges } from '../../shared/audit/field-changes.js';
import { Lists, type PageRequest } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { notFound } from '../../shared/kernel/errors.js';
import { Existing } from '../../shared/answers/existing.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import type {
  AccountLogQuery,
  AccountLogView,
  ActivityView,
  CreateAccountLog,
} from './dto/account-logs.dto.js';
import { accountExists, lockAccount } from './dto/account-reads.js';
import { AccountStore } from './entities/account-store.js';
import type { AccountLogEventKind } from './crm.events.js';
import {
  accountLogById,
  accountLogByKey,
  accountLogList,
  accountLogView,
  activityList,
  activityView,
} from './dto/log-reads.js';
import { assertNamesAccount, unknownAccount } from './entities/log-accounts.js';
import { AccountLog, accountLogColumns } from './entities/log.entity.js';

/** Writes nothing if the account has an entry with the idempotency key. */
const insertAccountLog = PreparedWrite.insert(
  'account_log',
  accountLogColumns.columns,
  'on conflict (tenant_id, account_id, idempotency_key) do nothing',
);

@Injectable()
export class AccountLogsService {
  constructor(
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly lists: Lists,
    private readonly accounts: AccountStore,
    private readonly events: Events,
  ) {}

  async list(accountId: string, query: AccountLogQuery): Promise<ListPage<AccountLogView>> {
    const { source, type, ...page } = query;
    await this.assertAccountExists(accountId);
    const filter = { account: accountId, source, type };
    return this.lists.page(accountLogList, page, (rows) => rows.map(accountLogView), filter);
  }

  async activity(accountId: string, page: PageRequest): Promise<ListPage<ActivityView>> {
    await this.assertAccountExists(accountId);
    return this.lists.page(activityList, page, (rows) => rows.map(activityView), { account: accountId });
  }

  async get(accountId: string, logId: string): Promise<AccountLogView> {
    const row = await this.reads.one(accountLogById, accountId, logId);
    if (!row) throw notFound('accountlog');
    return accountLogView(row);
  }

  async create(body: CreateAccountLog): Promise<AccountLogView | Existing<AccountLogView>> {
    const accountId = await this.lockAccountOf(body);
    const log = AccountLog.create(accountId, body);
    const count = await this.writes.run(insertAccountLog, ...accountLogColumns.toParams(log));
    if (count === 1) return this.record('account.log.created', accountLogView(log), fieldsOfNew(log));
    const first = await this.reads.one(accountLogByKey, accountId, log.idempotencyKey);
    return new Existing(accountLogView(first!));
  }

  async delete(accountId: string, logId: string, precondition: Precondition): Promise<AccountLogView> {
    await this.reads.one(lockAccount, accountId);
    const log = await this.recordLock.findOne(AccountLog, { id: logId, accountId });
    if (!log) throw notFound('accountlog');
    precondition.assertHolds(accountLogView(log));
    if (log.deletedAt) return accountLogView(log);
    log.delete();
    return this.record('account.log.deleted', accountLogView(log));
  }

  private async lockAccountOf(entry: CreateAccountLog): Promise<string> {
    assertNamesAccount(entry);
    const { accountId, domain } = entry;
    return accountId === undefined ? this.accounts.findOrCreate(domain!) : this.lockKnownAccount(accountId);
  }

  private async lockKnownAccount(accountId: string): Promise<string> {
    const uuid = uuidOf('account', accountId);
    if (uuid && (await this.reads.one(lockAccount, uuid))) return uuid;
    throw unknownAccount(accountId);
  }

  private async assertAccountExists(accountId: string): Promise<void> {
    if (!(await this.reads.one(accountExists, accountId))) throw notFound('account');
  }

  private record(type: AccountLogEventKind, view: AccountLogView, changes?: FieldChanges): AccountLogView {
    const { accountId, accountLogId } = view;
    this.events.record({ type, accountId, accountLogId }, changes);
    return view;
  }
}
