import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BatchView } from '../../shared/http/batches/batch-view.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromBatch, FromBody, FromQuery, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
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
  CreateAccountLogs,
} from './dto/account-logs.dto.js';
import { AccountLogsService } from './account-logs.service.js';
import { AccountLogBatchesService } from './batches/account-log-batches.service.js';

const AccountLogBatchView = BatchView('AccountLogBatch', () => AccountLogView);

@Controller()
@ApiTags('account logs')
export class AccountLogsController {
  constructor(
    private readonly logs: AccountLogsService,
    private readonly batches: AccountLogBatchesService,
  ) {}

  @Endpoint('POST /v0/account_logs', {
    summary: 'Log something about an account',
    description:
      '`accountId` or `domain` identifies the account. An unknown `domain` creates the account. ' +
      'If the account has an entry with this `idempotencyKey`, that entry is returned.',
    access: 'accounts:write',
    reference: { code: 'unknown_account', when: 'There is no account `accountId`.' },
    answer: AccountLogView,
    status: 201,
    existing: 'The entry that the account has with this `idempotencyKey`.',
  })
  createAccountLog(@FromBody() body: CreateAccountLog) {
    return this.logs.create(body);
  }

  @Endpoint('GET /v0/accounts/{account_id}/logs', {
    summary: 'List the log entries of an account',
    description: `Newest first, without deleted entries. ${ABOUT_TOTAL_COUNT}`,
    access: 'accounts:read',
    answer: AccountLogListView,
  })
  listAccountLogs(@PathId('account_id') accountId: string, @FromQuery() query: AccountLogQuery) {
    return this.logs.list(accountId, query);
  }

  @Endpoint('GET /v0/accounts/{account_id}/logs/{account_log_id}', {
    summary: 'Get a log entry of an account',
    description: 'Returns deleted entries, too.',
    access: 'accounts:read',
    answer: AccountLogView,
  })
  getAccountLog(
    @PathId('account_id') accountId: string,
    @PathId('account_log_id', 'accountlog') accountLogId: string,
  ) {
    return this.logs.get(accountId, accountLogId);
  }

  @Endpoint('POST /v0/account_logs/batch', {
    summary: 'Add many log entries to accounts',
    description:
      'Adds each entry as `POST /v0/account_logs` does. An item with the `idempotencyKey` of an entry of the account ' +
      'returns that entry, with status 200.',
    access: 'accounts:write',
    reference: { code: 'unknown_account', when: 'There is no such account (`accountId`).' },
    answer: AccountLogBatchView,
  })
  createAccountLogs(@FromBatch() body: CreateAccountLogs) {
    return this.batches.create(body);
  }

  @Endpoint('DELETE /v0/accounts/{account_id}/logs/{account_log_id}', {
    summary: 'Delete a log entry of an account',
    description:
      'Removes the entry from lists; it can still be read by its id. A repeat returns the same record.',
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
    summary: 'List the activity of an account',
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
