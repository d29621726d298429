import { getFromContainer, IsArray, IsString, type ValidationOptions } from 'class-validator';
import { field, rule, type FieldOptions } from '../fields/field.js';
import { EventCatalog } from './event-catalog.js';

const MAX_NAMED = 20;

/** Placeholder for all kinds in a schema until the document is created (see `describeEvents`). */
export const ALL_KINDS = '<all kinds of events>';

const KIND = { type: 'string' as const, title: 'EventType', enum: [ALL_KINDS] };

export function EventKindName(options: FieldOptions = {}): PropertyDecorator {
  return field(options, KIND, IsString(), isKnownKind());
}

export function EventKindList(options: FieldOptions = {}): PropertyDecorator {
  const each = { each: true };
  return field(options, { type: 'array', items: KIND }, IsArray(), IsString(each), isKnownKind(each));
}

/** Only the application knows all kinds, so the rule asks it each time (see `injectRules`). */
function isKnownKind(options?: ValidationOptions): PropertyDecorator {
  const holds = (kind: unknown) => typeof kind !== 'string' || getFromContainer(EventCatalog).has(kind);
  const message = (kind: unknown) => unknownKind(String(kind), getFromContainer(EventCatalog).names);
  return rule('unknown_value', holds, message, options);
}

/** Lists kinds that begin with the same word first. */
function unknownKind(kind: string, names: readonly string[]): string {
  const [noun] = kind.split('.');
  const isNear = (known: string) => known.split('.')[0] === noun;
  const known = [...names.filter(isNear), ...names.filter((name) => !isNear(name))];
  const rest = known.length - MAX_NAMED;
  const more = rest > 0 ? `, and ${rest} more listed in the documentation` : '';
  const shown = JSON.stringify(kind.slice(0, 100));
  return `is ${shown}, which is not a known kind; known kinds are ${known.slice(0, MAX_NAMED).join(', ')}${more}`;
}
