import { ApiSchema } from '@nestjs/swagger';
import { FreeObject, RecordId, Text, Time, Bool } from '../../shared/fields/fields.js';
import { MAX_PROFILE_URL_LENGTH } from './crm-bounds.js';
import { ListView } from '../../shared/http/list.dto.js';
import { EmailAddress } from './crm-fields.js';
import { DEFAULT_TYPE, LogKey, PAYLOAD, SOURCE, TYPE, Words } from './log-fields.js';
import { PHONE_NUMBER } from './persons.dto.js';

export class CreatePersonLog {
  @RecordId('person', { optional: true, about: 'The person. It goes before all else that tells who it is.' })
  personId?: string;

  @EmailAddress({ optional: true, about: 'Who it is, unless `personId` says so.' })
  email?: string;

  @Text({ pattern: PHONE_NUMBER, optional: true, about: 'Who it is, if nobody has the address.' })
  phoneNumber?: string;

  @Text({
    min: 1,
    max: MAX_PROFILE_URL_LENGTH,
    optional: true,
    about: 'Who it is, if nobody has the address or the number.',
  })
  linkedinProfileUrl?: string;

  @Text({ min: 1, max: 255, optional: true, about: 'The name of the person, if it is made.' })
  name?: string;

  @Words(SOURCE)
  source!: string;

  @Words({ ...TYPE, optional: true, about: `What kind of entry it is; \`${DEFAULT_TYPE}\` if not given.` })
  type?: string;

  @FreeObject({ ...PAYLOAD, optional: true })
  payload?: object;

  @LogKey({
    optional: true,
    about: 'Makes a repeat safe for good: under one key, a person has one entry.',
    example: 'newsletter-1',
  })
  idempotencyKey?: string | null;
}

@ApiSchema({ name: 'PersonLog' })
export class PersonLogView {
  @RecordId('personlog')
  personLogId!: string;

  @RecordId('person')
  personId!: string;

  @Words(SOURCE)
  source!: string;

  @Words(TYPE)
  type!: string;

  @FreeObject(PAYLOAD)
  payload!: object;

  @LogKey({ example: 'newsletter-1' })
  idempotencyKey!: string | null;

  @Bool({ about: 'Whether the person was made for this entry.' })
  createdPerson!: boolean;

  @Time()
  createdAt!: string;
}

export const PersonLogListView = ListView('PersonLogList', () => PersonLogView, {
  totalCount: { nullable: true },
});
