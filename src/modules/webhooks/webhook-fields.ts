import { atMost, isWebAddress, lengthOf, textRule } from '../../shared/http/field-rules.js';
import { field, typeRule, type FieldOptions } from '../../shared/http/field.js';

const LONGEST_URL = 2048;

/** Where to deliver. Credentials in it would be shown to whoever can read the subscription. */
export function DeliveryUrl(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'string', format: 'uri', maxLength: LONGEST_URL }, [
    typeRule((value) => typeof value === 'string', 'must be a string'),
    textRule('too_long', (text) => lengthOf(text) <= LONGEST_URL, atMost(LONGEST_URL)),
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
