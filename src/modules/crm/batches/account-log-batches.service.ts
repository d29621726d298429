import { Injectable } from '@nestjs/common';
import { fieldsOfNew } from '../../../shared/audit/field-changes.js';
import { Existing } from '../../../shared/answers/existing.js';
import { actOnItems, readableItems, type BatchResults } from '../../../shared/batches/batch-results.js';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { LostRace } from '../../../shared/database/transactions/lost-race.js';
import { Events } from '../../../shared/events/events.js';
import { uuidOf } from '../../../shared/kernel/ids.js';
import type { AccountLogView, CreateAccountLog, CreateAccountLogs } from '../dto/account-logs.dto.js';
import { ACCOUNT_LOG, accountLogView, type AccountLogRecord } from '../dto/log-reads.js';
import { AccountStore } from '../entities/account-store.js';
import { Account } from '../entities/account.entity.js';
import { assertNamesAccount, unknownAccount } from '../entities/log-accounts.js';
import { AccountLog, accountLogColumns } from '../entities/log.entity.js';

/** Entries share this lock, as single ones do (`lockAccount`). */
const lockAccounts = new PreparedRead<{ id: string; domain: string }>(
  'account.lock_all',
  `select id, domain from account
   where tenant_id = $1 and (id = any($2::uuid[]) or domain = any($3)) order by id for key share`,
);

const entriesWithKeys = new PreparedRead<AccountLogRecord>(
  'account_log.with_keys',
  `select ${ACCOUNT_LOG} from unnest($2::uuid[], $3::text[]) as named (account_id, key)
   join account_log l
     on l.tenant_id = $1 and l.account_id = named.account_id and l.idempotency_key = named.key`,
);

/** Stores less than all if an account has an entry with the idempotency key. */
const insertAccountLogs = PreparedWrite.insertAll(
  'account_log',
  accountLogColumns.columns,
  'on conflict (tenant_id, account_id, idempotency_key) do nothing',
);

/** The accounts that items of a batch name. */
class NamedAccounts {
  private readonly ids: Set<string>;
  private readonly byDomain: Map<string, string>;

  constructor(accounts: readonly { id: string; domain: string }[]) {
    this.ids = new Set(accounts.map(({ id }) => id));
    this.byDomain = new Map(accounts.map(({ id, domain }) => [domain, id]));
  }

  /** The id of the account, if it exists. */
  find({ accountId, domain }: CreateAccountLog): string | undefined {
    if (accountId === undefined) return domain === undefined ? undefined : this.byDomain.get(domain);
    const uuid = uuidOf('account', accountId);
    return uuid !== undefined && this.ids.has(uuid) ? uuid : undefined;
  }
}

/** The accounts of a batch, and their entries as they are after the items so far. */
class PlannedLogs {
  readonly created: AccountLog[] = [];
  private readonly byKey: Map<string, AccountLogRecord>;

  constructor(
    readonly accounts: NamedAccounts,
    known: readonly AccountLogRecord[],
  ) {
    this.byKey = new Map(known.map((entry) => [placeOf(entry), entry]));
  }

  /** The entry of an earlier request with this key. */
  known(log: AccountLog): AccountLogRecord | undefined {
    return log.idempotencyKey == null ? undefined : this.byKey.get(placeOf(log));
  }

  add(log: AccountLog): void {
    this.created.push(log);
    if (log.idempotencyKey != null) this.byKey.set(placeOf(log), log);
  }

  /** By key: whoever inserts the same keys waits at the first one. */
  inOrder(): AccountLog[] {
    return this.created.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : Number(placeOf(a) > placeOf(b))));
  }
}

const placeOf = ({ accountId, idempotencyKey }: Pick<AccountLogRecord, 'accountId' | 'idempotencyKey'>) =>
  `${accountId} ${idempotencyKey ?? ''}`;

/** Stores the log entries of a batch with as many statements as one entry needs (decision 108). */
@Injectable()
export class AccountLogBatchesService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly accounts: AccountStore,
    private readonly events: Events,
  ) {}

  async create(batch: CreateAccountLogs): Promise<BatchResults<AccountLogView>> {
    const logs = await this.plan(readableItems(batch));
    const results = await actOnItems(batch, (item) => this.createOne(item, logs));
    if (logs.created.length > 0) {
      const stored = await this.writes.run(insertAccountLogs, accountLogColumns.toRows(logs.inOrder()));
      if (stored < logs.created.length) throw new LostRace();
    }
    return results;
  }

  /** Stores missing accounts and locks all that the items name, so that no entry is written about a former state. */
  private async plan(items: readonly CreateAccountLog[]): Promise<PlannedLogs> {
    const ids = items.flatMap(({ accountId = '' }) => uuidOf('account', accountId) ?? []);
    const domains = items.flatMap(({ accountId, domain }) => (accountId === undefined ? (domain ?? []) : []));
    const [, rows] = await Promise.all([
      this.accounts.insertAll(domains.map((domain) => Account.create({ domain }))),
      this.reads.all(lockAccounts, ids, domains),
    ]);
    const accounts = new NamedAccounts(rows);
    const named = items.flatMap((item) => {
      const [accountId, key] = [accounts.find(item), item.idempotencyKey];
      return accountId && key ? { accountId, key } : [];
    });
    return new PlannedLogs(accounts, await this.knownEntries(named));
  }

  private async knownEntries(
    named: readonly { accountId: string; key: string }[],
  ): Promise<AccountLogRecord[]> {
    if (named.length === 0) return [];
    const accountIds = named.map(({ accountId }) => accountId);
    const keys = named.map(({ key }) => key);
    return this.reads.all(entriesWithKeys, accountIds, keys);
  }

  private createOne(item: CreateAccountLog, logs: PlannedLogs): AccountLogView | Existing<AccountLogView> {
    const log = AccountLog.create(accountOf(item, logs), item);
    const known = logs.known(log);
    if (known) return new Existing(accountLogView(known));
    logs.add(log);
    const view = accountLogView(log);
    const { accountId, accountLogId } = view;
    this.events.record({ type: 'account.log.created', accountId, accountLogId }, fieldsOfNew(log));
    return view;
  }
}

function accountOf(item: CreateAccountLog, { accounts }: PlannedLogs): string {
  assertNamesAccount(item);
  const id = accounts.find(item);
  if (id === undefined) throw unknownAccount(item.accountId!);
  return id;
}
