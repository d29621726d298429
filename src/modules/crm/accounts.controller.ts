import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BatchView } from '../../shared/http/batches/batch-view.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromBatch, FromBody, FromQuery, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { ABOUT_TOTAL_COUNT } from '../../shared/database/lists/total-count.js';
import {
  AccountListView,
  AccountQuery,
  AccountSummaryView,
  AccountView,
  CreateAccount,
  CreateAccounts,
  UpdateAccount,
} from './dto/accounts.dto.js';
import { AccountsService } from './accounts.service.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { accountList } from './dto/account-reads.js';
import { AccountBatchesService } from './batches/account-batches.service.js';

const AccountBatchView = BatchView('AccountBatch', () => AccountSummaryView);

@Controller()
@ApiTags('accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly batches: AccountBatchesService,
  ) {}

  @Endpoint('GET /v0/accounts', {
    summary: 'List accounts',
    description: `All accounts, newest first. ${ABOUT_TOTAL_COUNT} ${aboutCombinations(accountList.source)}`,
    access: 'accounts:read',
    answer: AccountListView,
  })
  listAccounts(@FromQuery() query: AccountQuery) {
    return this.accounts.list(query);
  }

  @Endpoint('POST /v0/accounts', {
    summary: 'Create an account',
    description: 'Each domain has one account. If it exists, it is returned unchanged.',
    access: 'accounts:write',
    answer: AccountView,
    status: 201,
    existing: 'The existing account of the domain.',
  })
  createAccount(@FromBody() body: CreateAccount) {
    return this.accounts.create(body);
  }

  @Endpoint('POST /v0/accounts/batch', {
    summary: 'Create or update many accounts',
    description:
      'Creates each account as `POST /v0/accounts` does. The records are without `linkedPersons` and ' +
      '`latestActivityAt`, which could be many persons for each account.',
    access: 'accounts:write',
    conflict: { code: 'account_exists', when: 'The domain has an account, and `onConflict` is `error`.' },
    answer: AccountBatchView,
  })
  createAccounts(@FromBatch() body: CreateAccounts) {
    return this.batches.create(body);
  }

  @Endpoint('GET /v0/accounts/{account_id}', {
    summary: 'Get an account',
    description: 'One account with its persons.',
    access: 'accounts:read',
    answer: AccountView,
  })
  getAccount(@PathId('account_id') accountId: string) {
    return this.accounts.get(accountId);
  }

  @Endpoint('PATCH /v0/accounts/{account_id}', {
    summary: 'Update an account',
    description: 'Renames the account. Its domain never changes.',
    access: 'accounts:write',
    answer: AccountView,
  })
  updateAccount(
    @PathId('account_id') accountId: string,
    @FromBody() body: UpdateAccount,
    @IfMatch() precondition: Precondition,
  ) {
    return this.accounts.update(accountId, body, precondition);
  }
}
