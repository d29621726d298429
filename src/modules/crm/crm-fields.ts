import { field, typeRule, type FieldOptions } from '../../shared/fields/field.js';
import { atLeast, textRule } from '../../shared/fields/field-rules.js';
import { companyDomainOf } from '../../shared/kernel/domain-name.js';
import { isEmail, MAX_EMAIL_LENGTH } from './email-address.js';

const IS_TEXT = typeRule((value) => typeof value === 'string', 'must be a string');

/** An address, kept as it was written. */
export function EmailAddress(options: FieldOptions = {}): PropertyDecorator {
  const message = `must look like an email address of at most ${MAX_EMAIL_LENGTH} characters`;
  return field(options, { type: 'string' }, [IS_TEXT, textRule('wrong_email', isEmail, message)]);
}

/** The domain of a company, in the one form in which it is kept. */
export function CompanyDomain(options: FieldOptions = {}): PropertyDecorator {
  const parse = (value: unknown) => (typeof value === 'string' ? (companyDomainOf(value) ?? value) : value);
  const isDomain = (text: string) => text === '' || companyDomainOf(text) !== undefined;
  return field(
    options,
    { type: 'string', minLength: 1 },
    [
      IS_TEXT,
      textRule('too_short', (text) => text.length >= 1, atLeast(1)),
      textRule('wrong_domain', isDomain, 'must be a domain name, such as example.com'),
    ],
    { parse },
  );
}
