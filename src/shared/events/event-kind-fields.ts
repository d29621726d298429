import { field, typeRule, type FieldOptions, type Rule } from '../fields/field.js';
import { EVENT_KINDS } from './event-kinds.js';

const MAX_NAMED = 20;

/** Asked for each time it is used: the list grows while the modules are loaded. */
const KNOWN_KIND: Rule = {
  code: 'unknown_value',
  holds: (kind) => typeof kind !== 'string' || EVENT_KINDS.includes(kind),
  message: (kind) => unknownKind(kind as string),
};

const KIND = { type: 'string', enum: EVENT_KINDS } as const;
const MUST_BE_TEXT = 'must be a string';

/** A kind of event. */
export function EventKindName(options: FieldOptions = {}): PropertyDecorator {
  return field(options, KIND, [typeRule((kind) => typeof kind === 'string', MUST_BE_TEXT), KNOWN_KIND]);
}

/** Kinds of events. */
export function EventKindList(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'array', items: KIND } as const;
  return field(options, schema, [typeRule(Array.isArray, 'must be an array of strings')], {
    items: [
      { code: 'wrong_type', holds: (kind) => typeof kind === 'string', message: MUST_BE_TEXT },
      KNOWN_KIND,
    ],
  });
}

/** Names those first that begin with the same word. */
function unknownKind(kind: string): string {
  const [noun] = kind.split('.');
  const isNear = (known: string) => known.split('.')[0] === noun;
  const known = [...EVENT_KINDS.filter(isNear), ...EVENT_KINDS.filter((each) => !isNear(each))];
  const rest = known.length - MAX_NAMED;
  const more = rest > 0 ? `, and ${rest} more that the documentation lists` : '';
  const shown = JSON.stringify(kind.slice(0, 100));
  return `is ${shown}, which is no known kind; known are ${known.slice(0, MAX_NAMED).join(', ')}${more}`;
}
