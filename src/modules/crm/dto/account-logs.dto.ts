import { ApiSchema } from '@nestjs/swagger';
import { BatchOf } from '../../../shared/batches/batch.dto.js';
import { OneOf, RecordId, Text, Time } from '../../../shared/fields/fields.js';
import { ListQuery, ListView } from '../../../shared/fields/list.dto.js';
import { exampleId } from '../../../shared/kernel/example-ids.js';
import { ACCOUNT_ID } from './accounts.dto.js';
import { CompanyDomain } from './crm-fields.js';
import { IdempotencyKey, KebabCase, LogContent, LogContentView } from './log.dto.js';

export class CreateAccountLog extends LogContent {
  @RecordId('account', {
    optional: true,
    about: 'The account. If it is given, `domain` is ignored.',
  })
  accountId?: string;

  @CompanyDomain({
    optional: true,
    about: 'The domain of the account. The account is created if it does not exist.',
  })
  domain?: string;

  @IdempotencyKey({
    optional: true,
    about: 'Makes a repeat safe forever: an account has one entry per key.',
    example: 'contact-form-1',
  })
  idempotencyKey?: string | null;
}

export class CreateAccountLogs extends BatchOf(CreateAccountLog, [
  { domain: 'example.com', source: 'website', type: 'demo-booked', idempotencyKey: 'demo-1' },
  { domain: 'example.com', source: 'website', type: 'demo-held', idempotencyKey: 'demo-2' },
]) {}

export class AccountLogQuery extends ListQuery {
  @KebabCase({ optional: true, about: 'Only entries from this source.' })
  source?: string;

  @KebabCase({ optional: true, about: 'Only entries of this type.' })
  type?: string;
}

@ApiSchema({ name: 'AccountLog' })
export class AccountLogView extends LogContentView {
  @Text({ min: 1, example: exampleId('accountlog') })
  accountLogId!: string;

  @Text(ACCOUNT_ID)
  accountId!: string;

  @IdempotencyKey({ example: 'contact-form-1' })
  idempotencyKey!: string | null;

  @Time()
  createdAt!: string;

  @Time({ nullable: true, about: 'Null until the entry is changed.' })
  updatedAt!: string | null;

  @Time({ nullable: true })
  deletedAt!: string | null;
}

export const AccountLogListView = ListView('AccountLogList', () => AccountLogView, {
  totalCount: { nullable: true },
});

export const ACTIVITY_KINDS = ['account_log', 'person_log'] as const;

@ApiSchema({ name: 'Activity' })
export class ActivityView extends LogContentView {
  @OneOf(ACTIVITY_KINDS, {
    title: 'ActivityKind',
    about: 'Whether the entry is in the log of the account or of a person.',
  })
  kind!: (typeof ACTIVITY_KINDS)[number];

  @RecordId('accountlog', { nullable: true, about: 'Null for an entry of a person.' })
  accountLogId!: string | null;

  @RecordId('personlog', { nullable: true, about: 'Null for an entry of the account itself.' })
  personLogId!: string | null;

  @RecordId('person', { nullable: true, about: 'Null for an entry of the account itself.' })
  personId!: string | null;

  @Time()
  createdAt!: string;
}

export const ActivityListView = ListView('ActivityList', () => ActivityView, {
  totalCount: { nullable: true },
});
