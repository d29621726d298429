import { BatchOf, OnConflictField, type OnConflict } from '../../../shared/batches/batch.dto.js';
import { ApiSchema } from '@nestjs/swagger';
import { Text, Time } from '../../../shared/fields/fields.js';
import { ListQuery, ListView, TimedListQuery } from '../../../shared/fields/list.dto.js';
import { QueryId } from '../../../shared/fields/query-fields.js';
import { exampleId } from '../../../shared/kernel/example-ids.js';
import { CompanyDomain, EmailAddress } from './crm-fields.js';
import { MAX_EMAIL_LENGTH } from '../entities/email-address.js';

export const PHONE_NUMBER = /^\+[1-9]\d{1,14}$/;
export const MAX_QUERY_LENGTH = 320;
/** A list of accounts contains many persons, so every field has a maximum length. */
export const MAX_PROFILE_URL_LENGTH = 2048;

const ABOUT_EMAIL = `At most ${MAX_EMAIL_LENGTH} characters. Unique among persons; case is ignored.`;
const ABOUT_DOMAIN =
  'Stored in lower case and ASCII, without scheme, path, port and `www.`. The person belongs to the account of this domain.';

export class CreatePerson {
  @Text({ min: 1, max: 255, example: 'Ada Lovelace' })
  name!: string;

  @EmailAddress({ optional: true, about: ABOUT_EMAIL, example: 'ada@example.org', unique: true })
  email?: string;

  @CompanyDomain({
    optional: true,
    about: `${ABOUT_DOMAIN} If not given: the domain of the email address, unless that is a free mail provider.`,
    example: 'example.org',
  })
  domain?: string;

  @Text({ pattern: PHONE_NUMBER, optional: true, example: '+442079460123' })
  phoneNumber?: string;

  @Text({
    min: 1,
    max: MAX_PROFILE_URL_LENGTH,
    optional: true,
    example: 'https://www.linkedin.com/in/ada-lovelace',
  })
  linkedinProfileUrl?: string;
}

/** The addresses of the example. `sample --reset` frees them again. */
export const EXAMPLE_PERSONS = [
  { name: 'Katherine Johnson', email: 'katherine@example.org', domain: 'example.org' },
  { name: 'Dorothy Vaughan', email: 'dorothy@example.org', phoneNumber: '+17575550144' },
];

export class CreatePersons extends BatchOf(CreatePerson, EXAMPLE_PERSONS) {
  @OnConflictField({
    fallback: 'error',
    about:
      'If a person has the email address: `error` refuses the item, `skip` returns the person unchanged, `update` ' +
      'changes the given fields of the person.',
  })
  onConflict: OnConflict = 'error';
}

export class UpdatePerson {
  @Text({ min: 1, max: 255, optional: true, example: 'Jane B. Doe' })
  name?: string;

  @EmailAddress({ optional: true, nullable: true, about: ABOUT_EMAIL, example: 'jane@example.com' })
  email?: string | null;

  @CompanyDomain({
    optional: true,
    nullable: true,
    about: `${ABOUT_DOMAIN} A person without a domain gets the domain of a new email address.`,
  })
  domain?: string | null;

  @Text({ pattern: PHONE_NUMBER, optional: true, nullable: true, example: '+14155550199' })
  phoneNumber?: string | null;

  @Text({ min: 1, max: MAX_PROFILE_URL_LENGTH, optional: true, nullable: true })
  linkedinProfileUrl?: string | null;
}

export class UpsertPerson {
  @EmailAddress({
    about: `Identifies the person; case is ignored. A known person keeps the spelling of the address. At most ${MAX_EMAIL_LENGTH} characters.`,
    example: 'grace@example.org',
  })
  email!: string;

  @Text({
    min: 1,
    max: 255,
    optional: true,
    about: 'Default for a new person: the part of the address before the `@`.',
    example: 'Grace Hopper',
  })
  name?: string;

  @CompanyDomain({
    optional: true,
    nullable: true,
    about: `${ABOUT_DOMAIN} Default for a new person: the domain of the address, unless that is a free mail provider.`,
    example: 'example.org',
  })
  domain?: string | null;

  @Text({ pattern: PHONE_NUMBER, optional: true, nullable: true, example: '+12025550143' })
  phoneNumber?: string | null;

  @Text({ min: 1, max: MAX_PROFILE_URL_LENGTH, optional: true, nullable: true })
  linkedinProfileUrl?: string | null;
}

export class LookUpPerson {
  @EmailAddress({ about: 'The address of the person; case is ignored.', example: 'jane@example.com' })
  email!: string;
}

export class PersonsQuery extends TimedListQuery {
  @CompanyDomain({
    optional: true,
    about: 'Only persons of this domain. It may be written in any form that a person may be created with.',
  })
  domain?: string;

  @QueryId('account', { about: 'Only persons of this account.' })
  accountId?: string;
}

export class SearchQuery extends ListQuery {
  @Text({ min: 1, max: MAX_QUERY_LENGTH, about: 'The text to search for; case is ignored.', example: 'jane' })
  query!: string;
}

@ApiSchema({ name: 'Person' })
export class PersonView {
  @Text({ min: 1, example: exampleId('person') })
  personId!: string;

  @Text({ example: 'Jane Doe' })
  name!: string;

  @Text({ nullable: true, example: 'jane@example.com' })
  email!: string | null;

  @Text({ nullable: true, min: 1, example: 'example.com' })
  domain!: string | null;

  @Text({ about: 'Unique. Derived from the name at creation; it never changes.', example: 'jane-doe' })
  slug!: string;

  @Text({ nullable: true, pattern: PHONE_NUMBER, example: '+14155550123' })
  phoneNumber!: string | null;

  @Text({ nullable: true, min: 1, example: 'https://www.linkedin.com/in/jane-doe' })
  linkedinProfileUrl!: string | null;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

export const PersonListView = ListView('PersonList', () => PersonView, { totalCount: { nullable: true } });
