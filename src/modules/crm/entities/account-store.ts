import { Injectable } from '@nestjs/common';
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
    this.events.record({ type: 'account.created', accountId: wireId('account', account.id) });
    return true;
  }

  /** Returns the id of the domain's account and locks the account against changes until the end of the transaction. */
  async findOrCreate(domain: string): Promise<string> {
    const [, account] = await Promise.all([
      this.insert(Account.create({ domain })),
      this.reads.one(lockAccountOfDomain, domain),
    ]);
    return account!.id;
  }
}
