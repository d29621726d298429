import { IsString } from 'class-validator';
import { field, lengthRules, textRule, type FieldOptions } from '../../../shared/fields/field.js';

const MAX_URL_LENGTH = 2048;

/** Where to deliver. Credentials in it would be shown to whoever can read the subscription. */
export function DeliveryUrl(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH },
    IsString(),
    ...lengthRules({ max: MAX_URL_LENGTH }),
    textRule('wrong_url', isWebAddress, 'must be an absolute http or https URL'),
    textRule('has_credentials', hasNoCredentials, 'must have no user name or password in it'),
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
