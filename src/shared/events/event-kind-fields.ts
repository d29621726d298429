import { getFromContainer } from 'class-validator';
import { field, typeRule, type FieldOptions, type Rule } from '../fields/field.js';
import { EventCatalog } from './event-catalog.js';

const MAX_NAMED = 20;

/** Only the application knows all kinds, so the rule asks it each time (see `injectRules`). */
const KNOWN_KIND: Rule = {
  code: 'unknown_value',
  holds: (kind) => typeof kind !== 'string' || getFromContainer(EventCatalog).has(kind),
  message: (kind) => unknownKind(kind as string, getFromContainer(EventCatalog).names),
};

/** Stands for all kinds in a schema until the document is made (see `describeEvents`). */
export const ALL_KINDS = '<all kinds of events>';

const KIND = { type: 'string' as const, enum: [ALL_KINDS] };
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
export function unknownKind(kind: string, names: readonly string[]): string {
  const [noun] = kind.split('.');
  const isNear = (known: string) => known.split('.')[0] === noun;
  const known = [...names.filter(isNear), ...names.filter((name) => !isNear(name))];
  const rest = known.length - MAX_NAMED;
  const more = rest > 0 ? `, and ${rest} more that the documentation lists` : '';
  const shown = JSON.stringify(kind.slice(0, 100));
  return `is ${shown}, which is no known kind; known are ${known.slice(0, MAX_NAMED).join(', ')}${more}`;
}
