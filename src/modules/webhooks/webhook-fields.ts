import { EVENT_KINDS } from '../../shared/events/event-kinds.js';
import { atMost, isWebAddress, lengthOf, textRule } from '../../shared/http/field-rules.js';
import { field, typeRule, type FieldOptions } from '../../shared/http/field.js';

const LONGEST_URL = 2048;
const MOST_NAMED = 20;

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

/** Kinds of events. */
export function EventKindList(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'array', items: { type: 'string', enum: EVENT_KINDS } } as const;
  return field(options, schema, [typeRule(Array.isArray, 'must be an array of strings')], {
    items: [
      { code: 'wrong_type', holds: (kind) => typeof kind === 'string', message: 'must be a string' },
      {
        code: 'unknown_value',
        holds: (kind) => typeof kind === 'string' && EVENT_KINDS.includes(kind),
        message: (kind) => unknownKind(kind as string),
      },
    ],
  });
}

function hasNoCredentials(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** Names those first that begin with the same word. */
function unknownKind(kind: string): string {
  const [noun] = kind.split('.');
  const isNear = (known: string) => known.split('.')[0] === noun;
  const known = [...EVENT_KINDS.filter(isNear), ...EVENT_KINDS.filter((each) => !isNear(each))];
  const rest = known.length - MOST_NAMED;
  const more = rest > 0 ? `, and ${rest} more that the documentation lists` : '';
  const shown = JSON.stringify(kind.slice(0, 100));
  return `is ${shown}, which is no known kind; known are ${known.slice(0, MOST_NAMED).join(', ')}${more}`;
}
