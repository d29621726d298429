import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromBody, FromQuery, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { ABOUT_TOTAL_COUNT } from '../../shared/database/lists/total-count.js';
import {
  AccountListView,
  AccountQuery,
  AccountView,
  CreateAccount,
  UpdateAccount,
} from './dto/accounts.dto.js';
import { AccountsService } from './accounts.service.js';

@Controller()
@ApiTags('accounts')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Endpoint('GET /v0/accounts', {
    summary: 'List accounts',
    description: `All accounts, newest first. ${ABOUT_TOTAL_COUNT}`,
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
