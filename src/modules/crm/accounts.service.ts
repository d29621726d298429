import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { notFound } from '../../shared/kernel/errors.js';
import { Existing } from '../../shared/answers/existing.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { substringPattern } from '../../shared/kernel/texts/search-text.js';
import {
  accountByDomain,
  accountById,
  accountList,
  accountView,
  type AccountRow,
} from './dto/account-reads.js';
import { AccountStore } from './entities/account-store.js';
import { Account, accountFields } from './entities/account.entity.js';
import type { AccountQuery, AccountView, CreateAccount, UpdateAccount } from './dto/accounts.dto.js';

@Injectable()
export class AccountsService {
  constructor(
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly store: AccountStore,
    private readonly events: Events,
  ) {}

  list({ query, ...page }: AccountQuery): Promise<ListPage<AccountView>> {
    const filter = { query: query && substringPattern(query) };
    return this.lists.page(accountList, page, (rows) => rows.map(accountView), filter);
  }

  async get(accountId: string): Promise<AccountView> {
    return accountView(await this.read(accountId));
  }

  async create(body: CreateAccount): Promise<AccountView | Existing<AccountView>> {
    const account = Account.create(body);
    if (await this.store.insert(account))
      return accountView({ ...account, latestActivityAt: null, linkedPersons: [] });
    return new Existing(accountView((await this.reads.one(accountByDomain, account.domain))!));
  }

  async update(accountId: string, { name }: UpdateAccount, precondition: Precondition): Promise<AccountView> {
    const account = await this.recordLock.findOne(Account, { id: accountId });
    if (!account) throw notFound('account');
    const before = await this.read(accountId);
    precondition.assertHolds(accountView(before));
    account.rename(name);
    this.events.record({ type: 'account.updated', accountId: wireId('account', accountId) });
    return accountView({ ...before, ...accountFields.valuesOf(account) });
  }

  private async read(accountId: string): Promise<AccountRow> {
    const row = await this.reads.one(accountById, accountId);
    if (!row) throw notFound('account');
    return row;
  }
}
