import { ApiSchema } from '@nestjs/swagger';
import { BatchOf, OnConflictField, type OnConflict } from '../../../shared/batches/batch.dto.js';
import { ListOf, Text, Time } from '../../../shared/fields/fields.js';
import { ListView, TimedListQuery } from '../../../shared/fields/list.dto.js';
import { exampleId } from '../../../shared/kernel/example-ids.js';
import { CompanyDomain } from './crm-fields.js';
import { MAX_QUERY_LENGTH, PersonView } from './persons.dto.js';

/** The maximum number of persons in the view of an account. The list of persons contains all of them. */
export const MAX_LINKED_PERSONS = 100;

export const ACCOUNT_ID = { pattern: /^account_[a-z0-9]{26}$/, example: exampleId('account') };

export class CreateAccount {
  @CompanyDomain({
    about: 'Stored in lower case and ASCII, without scheme, path, port and `www.`.',
    example: 'https://www.example.com/about',
  })
  domain!: string;

  @Text({ min: 1, max: 255, optional: true, nullable: true, example: 'Example' })
  name?: string | null;
}

export class CreateAccounts extends BatchOf(CreateAccount) {
  @OnConflictField({
    fallback: 'skip',
    about:
      'If the domain has an account: `error` refuses the item, `skip` returns the account unchanged, `update` gives ' +
      'it the name of the item.',
  })
  onConflict: OnConflict = 'skip';
}

export class UpdateAccount {
  @Text({ min: 1, max: 255, example: 'Example Corporation' })
  name!: string;
}

export class AccountQuery extends TimedListQuery {
  @Text({
    min: 1,
    max: MAX_QUERY_LENGTH,
    optional: true,
    about: 'Text that the domain or the name contains; case is ignored.',
  })
  query?: string;
}

@ApiSchema({ name: 'Account' })
export class AccountView {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Text({ min: 1, example: 'example.com' })
  domain!: string;

  @Text({ nullable: true, min: 1, max: 255, example: 'Example' })
  name!: string | null;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;

  @Time({ nullable: true, about: 'When the newest log entry was created; deleted entries do not count.' })
  latestActivityAt!: string | null;

  @ListOf(() => PersonView, {
    about: `The first ${MAX_LINKED_PERSONS} persons of the domain, oldest first, without deleted persons.`,
  })
  linkedPersons!: PersonView[];
}

@ApiSchema({
  name: 'AccountSummary',
  description: 'An account without what depends on its persons and its log.',
})
export class AccountSummaryView {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Text({ min: 1, example: 'example.com' })
  domain!: string;

  @Text({ nullable: true, min: 1, max: 255, example: 'Example' })
  name!: string | null;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

export const AccountListView = ListView('AccountList', () => AccountView, { totalCount: { nullable: true } });
