import { atMost, isWebAddress, lengthOf, textRule } from '../../shared/fields/field-rules.js';
import { field, typeRule, type FieldOptions } from '../../shared/fields/field.js';

const MAX_URL_LENGTH = 2048;

/** Where to deliver. Credentials in it would be shown to whoever can read the subscription. */
export function DeliveryUrl(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH }, [
    typeRule((value) => typeof value === 'string', 'must be a string'),
    textRule('too_long', (text) => lengthOf(text) <= MAX_URL_LENGTH, atMost(MAX_URL_LENGTH)),
    textRule(
      'wrong_url',
      (text) => isWebAddress(text) && !/\s/.test(text),
      'must be an absolute http or https URL',
    ),
    textRule('has_credentials', hasNoCredentials, 'must have no user name or password in it'),
  ]);
}

function hasNoCredentials(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
