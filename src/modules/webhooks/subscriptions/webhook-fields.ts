import { IsString } from 'class-validator';
import { field, lengthRules, textRule, type FieldOptions } from '../../../shared/fields/field.js';

const MAX_URL_LENGTH = 2048;

/** The URL of the receiver. Without credentials, because everyone who can read the subscription would see them. */
export function DeliveryUrl(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH },
    IsString(),
    ...lengthRules({ max: MAX_URL_LENGTH }),
    textRule('wrong_url', isWebAddress, 'must be an absolute http or https URL'),
    textRule('has_credentials', hasNoCredentials, 'must not contain a user name or password'),
  );
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/[^/]/i.test(text) && !/\s/.test(text);
}

function hasNoCredentials(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
