import { Injectable } from '@nestjs/common';
import { fieldsOfNew } from '../../../shared/audit/field-changes.js';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { Events } from '../../../shared/events/events.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { Account, newAccountColumns } from './account.entity.js';

/** If several requests insert the account of one domain at once, one succeeds and the others wait for it. */
const insertAccount = PreparedWrite.insert(
  'account',
  newAccountColumns.columns,
  'on conflict (tenant_id, domain) do nothing',
);

const insertAccounts = PreparedWrite.insertAll(
  'account',
  newAccountColumns.columns,
  'on conflict (tenant_id, domain) do nothing returning id',
);

const lockAccountOfDomain = new PreparedRead<{ id: string }>(
  'account.lock_by_domain',
  'select id from account where tenant_id = $1 and domain = $2 for key share',
);

/** Stores new accounts: one for each domain. */
@Injectable()
export class AccountStore {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly events: Events,
  ) {}

  /** Returns false if the domain has an account. */
  async insert(account: Account): Promise<boolean> {
    const count = await this.writes.run(insertAccount, ...newAccountColumns.toParams(account));
    if (count === 0) return false;
    this.recordNew(account);
    return true;
  }

  /**
   * Stores those whose domain has no account, the first of each domain. Returns their ids. In one order: whoever inserts
   * the same domains waits at the first one.
   */
  async insertAll(accounts: readonly Account[]): Promise<Set<string>> {
    const byDomain = new Map(accounts.toReversed().map((account) => [account.domain, account]));
    if (byDomain.size === 0) return new Set();
    const inOrder = [...byDomain.keys()].sort().map((domain) => byDomain.get(domain)!);
    const rows = newAccountColumns.toRows(inOrder);
    const stored = await this.writes.returning<{ id: string }>(insertAccounts, rows);
    const ids = new Set(stored.map(({ id }) => id));
    for (const account of accounts) if (ids.has(account.id)) this.recordNew(account);
    return ids;
  }

  /** Returns the id of the domain's account and locks the account against changes until the end of the transaction. */
  async findOrCreate(domain: string): Promise<string> {
    const [, account] = await Promise.all([
      this.insert(Account.create({ domain })),
      this.reads.one(lockAccountOfDomain, domain),
    ]);
    return account!.id;
  }

  private recordNew(account: Account): void {
    const accountId = wireId('account', account.id);
    this.events.record({ type: 'account.created', accountId }, fieldsOfNew(account));
  }
}
