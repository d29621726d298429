import { IsBoolean, IsInt, IsString } from 'class-validator';
import { Transform } from 'class-transformer';
import { MAX_PAGE_ITEMS } from '../answers/list-page.js';
import { exampleId } from '../kernel/example-ids.js';
import { uuidNamedBy, wrongKind, type IdPrefix } from '../kernel/ids.js';
import { field, rule, textTransform, type FieldOptions } from './field.js';
import { rangeRules, type IntegerOptions } from './fields.js';

/** An integer in the query string. Documented as in the contract: a number. */
export function QueryInteger(options: IntegerOptions & { fallback: number }): PropertyDecorator {
  const { min, max, fallback } = options;
  const schema = { type: 'number', multipleOf: 1, minimum: min, maximum: max, default: fallback } as const;
  const toNumber = textTransform((text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : undefined));
  return field({ ...options, optional: true }, schema, toNumber, ...rangeRules(min, max), IsInt());
}

/** The id of a record in the query string, as its UUID. A malformed id matches nothing. */
export function QueryId(prefix: IdPrefix, options: FieldOptions = {}): PropertyDecorator {
  const faultOf = (value: unknown) => (typeof value === 'string' ? wrongKind(prefix, value) : undefined);
  const toUuid = textTransform((text) => (faultOf(text) ? undefined : uuidNamedBy(prefix, text)));
  const isOfKind = rule(
    'wrong_kind',
    (value) => faultOf(value) === undefined,
    (value) => faultOf(value)!,
  );
  return field({ optional: true, ...options }, { type: 'string' }, toUuid, IsString(), isOfKind);
}

/**
 * Ids of records that a list is limited to, in the query string, as their UUIDs. A malformed id matches nothing. Declare
 * the property as an `Iterable`: as an array, it would be one in the document, too.
 */
export function QueryIds(prefix: IdPrefix): PropertyDecorator {
  const faultOf = (ids: unknown) =>
    Array.isArray(ids)
      ? ids.flatMap((id: unknown) => (typeof id === 'string' ? (wrongKind(prefix, id) ?? []) : []))[0]
      : undefined;
  const idsIn = (text: string) => {
    const ids = text.split(',').map((id) => id.trim());
    return faultOf(ids) === undefined ? ids.map((id) => uuidNamedBy(prefix, id)) : ids;
  };
  // A parameter that is sent twice arrives as an array, too.
  const split = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? idsIn(value) : Array.isArray(value) ? value.join() : value,
  );
  const isSentOnce = rule(
    'wrong_type',
    Array.isArray,
    () => 'must be sent once, with commas between the ids',
  );
  // Not ArrayMaxSize: the document shows a text.
  const isWithinLimit = rule(
    'too_many',
    (value) => !Array.isArray(value) || value.length <= MAX_PAGE_ITEMS,
    `must have at most ${MAX_PAGE_ITEMS} ids`,
  );
  const isOfKind = rule(
    'wrong_kind',
    (value) => faultOf(value) === undefined,
    (value) => faultOf(value)!,
  );
  const about = `Only those with these ids, separated by commas; at most ${MAX_PAGE_ITEMS}, such as \`${exampleId(prefix)}\`.`;
  return field({ optional: true, about }, { type: 'string' }, split, isSentOnce, isWithinLimit, isOfKind);
}

/** `true` or `false` in the query string. */
export function QueryBool(options: FieldOptions = {}): PropertyDecorator {
  const toBool = textTransform((text) => (text === 'true' ? true : text === 'false' ? false : undefined));
  return field({ ...options, optional: true }, { type: 'boolean' }, toBool, IsBoolean());
}
