import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromBody, FromQuery, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { ListQuery } from '../../shared/fields/list.dto.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { TO_DELETE } from '../../shared/kernel/example-ids.js';
import { ABOUT_TOTAL_COUNT } from '../../shared/database/lists/total-count.js';
import {
  AccountLogListView,
  AccountLogQuery,
  AccountLogView,
  ActivityListView,
  CreateAccountLog,
} from './dto/account-logs.dto.js';
import { AccountLogsService } from './account-logs.service.js';

@Controller()
@ApiTags('account logs')
export class AccountLogsController {
  constructor(private readonly logs: AccountLogsService) {}

  @Endpoint('POST /v0/account_logs', {
    summary: 'Log something about an account',
    description:
      'The account is named by `accountId`, or by `domain`; then it is made if it is missing. ' +
      'Under an `idempotencyKey` that the account has an entry for, that entry is answered.',
    access: 'accounts:write',
    reference: { code: 'unknown_account', when: 'There is no account `accountId`.' },
    answer: AccountLogView,
    status: 201,
    existing: 'The entry that the account has under this `idempotencyKey`.',
  })
  createAccountLog(@FromBody() body: CreateAccountLog) {
    return this.logs.create(body);
  }

  @Endpoint('GET /v0/accounts/{account_id}/logs', {
    summary: 'List the log entries of an account',
    description: `Newest first, without deleted ones. ${ABOUT_TOTAL_COUNT}`,
    access: 'accounts:read',
    answer: AccountLogListView,
  })
  listAccountLogs(@PathId('account_id') accountId: string, @FromQuery() query: AccountLogQuery) {
    return this.logs.list(accountId, query);
  }

  @Endpoint('GET /v0/accounts/{account_id}/logs/{account_log_id}', {
    summary: 'Get a log entry of an account',
    description: 'One entry, also if it was deleted.',
    access: 'accounts:read',
    answer: AccountLogView,
  })
  getAccountLog(
    @PathId('account_id') accountId: string,
    @PathId('account_log_id', 'accountlog') accountLogId: string,
  ) {
    return this.logs.get(accountId, accountLogId);
  }

  @Endpoint('DELETE /v0/accounts/{account_id}/logs/{account_log_id}', {
    summary: 'Delete a log entry of an account',
    description:
      'The entry is gone from lists, and can still be read by its id. A repeat answers the same record.',
    access: 'accounts:write',
    answer: AccountLogView,
  })
  deleteAccountLog(
    @PathId('account_id') accountId: string,
    @PathId('account_log_id', 'accountlog', TO_DELETE) accountLogId: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.logs.delete(accountId, accountLogId, precondition);
  }

  @Endpoint('GET /v0/accounts/{account_id}/activity', {
    summary: 'List what happened at an account',
    description:
      'The log entries of the account and those of its persons in one stream, newest first. ' +
      ABOUT_TOTAL_COUNT,
    access: 'accounts:read',
    answer: ActivityListView,
  })
  listAccountActivity(@PathId('account_id') accountId: string, @FromQuery() query: ListQuery) {
    return this.logs.activity(accountId, query);
  }
}
