import { Injectable } from '@nestjs/common';
import { fieldsBetween } from '../../../shared/audit/field-changes.js';
import { Existing } from '../../../shared/answers/existing.js';
import type { OnConflict } from '../../../shared/batches/batch.dto.js';
import { actOnItems, readableItems, type BatchResults } from '../../../shared/batches/batch-results.js';
import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { detached } from '../../../shared/database/records/detached.js';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { Events } from '../../../shared/events/events.js';
import { conflict } from '../../../shared/kernel/errors.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { accountSummary } from '../dto/account-reads.js';
import type { AccountSummaryView, CreateAccount, CreateAccounts } from '../dto/accounts.dto.js';
import { AccountStore } from '../entities/account-store.js';
import { Account, newAccountColumns } from '../entities/account.entity.js';

/** In one order, so that two batches with the same accounts never wait for each other. */
const lockWithDomains = new PreparedRead<RecordOf<typeof newAccountColumns>>(
  'account.lock_with_domains',
  `select ${newAccountColumns.select('a')} from account a
   where a.tenant_id = $1 and a.domain = any($2) order by a.id for update`,
);

const renameAccounts = PreparedWrite.updateAll('account', ['name', 'search_text', 'updated_at']);

/** The accounts of a batch by domain, as they are after the items so far. */
class PlannedAccounts {
  readonly renamed = new Set<Account>();
  private readonly byDomain: Map<string, Account>;

  constructor(
    accounts: readonly Account[],
    /** Stored for this batch, but no item has been answered with it. */
    private readonly unseen: Set<string>,
  ) {
    this.byDomain = new Map(accounts.map((account) => [account.domain, account]));
  }

  of({ domain }: CreateAccount): { account: Account; isNew: boolean } {
    const account = this.byDomain.get(domain)!;
    return { account, isNew: this.unseen.delete(account.id) };
  }
}

/** Stores the accounts of a batch with as many statements as one account needs (decision 108). */
@Injectable()
export class AccountBatchesService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly store: AccountStore,
    private readonly events: Events,
  ) {}

  /** New accounts are stored first, as in all requests: whoever waits for one holds no other account. */
  async create(batch: CreateAccounts): Promise<BatchResults<AccountSummaryView>> {
    const accounts = await this.storeAndLock(readableItems(batch));
    const results = await actOnItems(batch, (item) => this.createOne(item, accounts, batch.onConflict));
    if (accounts.renamed.size > 0)
      await this.writes.run(renameAccounts, newAccountColumns.toRows([...accounts.renamed]));
    return results;
  }

  private async storeAndLock(items: readonly CreateAccount[]): Promise<PlannedAccounts> {
    const domains = items.map(({ domain }) => domain);
    const [stored, rows] = await Promise.all([
      this.store.insertAll(items.map((item) => Account.create(item))),
      this.reads.all(lockWithDomains, domains),
    ]);
    const accounts = rows.map((row) => detached(Account, newAccountColumns.fromRow(row)));
    return new PlannedAccounts(accounts, stored);
  }

  private createOne(
    item: CreateAccount,
    accounts: PlannedAccounts,
    onConflict: OnConflict,
  ): AccountSummaryView | Existing<AccountSummaryView> {
    const { account, isNew } = accounts.of(item);
    if (isNew) return accountSummary(account);
    if (onConflict === 'error') throw conflict('account_exists', `The domain ${item.domain} has an account.`);
    if (onConflict === 'update') this.rename(account, item, accounts);
    return new Existing(accountSummary(account));
  }

  private rename(account: Account, { name }: CreateAccount, { renamed }: PlannedAccounts): void {
    if (typeof name !== 'string' || name === account.name) return;
    const before = { ...account };
    account.rename(name);
    renamed.add(account);
    const accountId = wireId('account', account.id);
    this.events.record({ type: 'account.updated', accountId }, fieldsBetween(before, account));
  }
}
