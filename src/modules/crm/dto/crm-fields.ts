import { IsString } from 'class-validator';
import {
  field,
  lengthRules,
  textRule,
  textTransform,
  type FieldOptions,
} from '../../../shared/fields/field.js';
import { companyDomainOf } from '../../../shared/kernel/texts/domain-name.js';
import { isEmail, MAX_EMAIL_LENGTH } from '../entities/email-address.js';

/** An email address, stored as it was given. */
export function EmailAddress(options: FieldOptions = {}): PropertyDecorator {
  const message = `must look like an email address of at most ${MAX_EMAIL_LENGTH} characters`;
  return field(options, { type: 'string' }, IsString(), textRule('wrong_email', isEmail, message));
}

/** The domain of a company, normalised. */
export function CompanyDomain(options: FieldOptions = {}): PropertyDecorator {
  const isDomain = (text: string) => text === '' || companyDomainOf(text) !== undefined;
  return field(
    options,
    { type: 'string', minLength: 1 },
    textTransform(companyDomainOf),
    IsString(),
    ...lengthRules({ min: 1 }),
    textRule('wrong_domain', isDomain, 'must be a domain name, such as example.com'),
  );
}
