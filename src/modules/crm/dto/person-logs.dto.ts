import { ApiSchema } from '@nestjs/swagger';
import { Bool, RecordId, Text, Time } from '../../../shared/fields/fields.js';
import { ListView } from '../../../shared/fields/list.dto.js';
import { EmailAddress } from './crm-fields.js';
import { IdempotencyKey, LogContent, LogContentView } from './log.dto.js';
import { MAX_PROFILE_URL_LENGTH, PHONE_NUMBER } from './persons.dto.js';

export class CreatePersonLog extends LogContent {
  @RecordId('person', {
    optional: true,
    about: 'The person. If it is given, all other identifying fields are ignored.',
  })
  personId?: string;

  @EmailAddress({ optional: true, about: 'Finds the person, unless `personId` is given.' })
  email?: string;

  @Text({
    pattern: PHONE_NUMBER,
    optional: true,
    about: 'Finds the person, if nobody has the email address.',
  })
  phoneNumber?: string;

  @Text({
    min: 1,
    max: MAX_PROFILE_URL_LENGTH,
    optional: true,
    about: 'Finds the person, if nobody has the email address or the phone number.',
  })
  linkedinProfileUrl?: string;

  @Text({
    min: 1,
    max: 255,
    optional: true,
    about: 'The name of the new person, if nobody is found.',
  })
  name?: string;

  @IdempotencyKey({
    optional: true,
    about: 'Makes a repeat safe forever: a person has one entry per key.',
    example: 'newsletter-1',
  })
  idempotencyKey?: string | null;
}

@ApiSchema({ name: 'PersonLog' })
export class PersonLogView extends LogContentView {
  @RecordId('personlog')
  personLogId!: string;

  @RecordId('person')
  personId!: string;

  @IdempotencyKey({ example: 'newsletter-1' })
  idempotencyKey!: string | null;

  @Bool({ about: 'Whether the person was created for this entry.' })
  createdPerson!: boolean;

  @Time()
  createdAt!: string;
}

export const PersonLogListView = ListView('PersonLogList', () => PersonLogView, {
  totalCount: { nullable: true },
});
