import { IsBoolean, IsInt, IsString } from 'class-validator';
import { uuidNamedBy, type IdPrefix } from '../kernel/ids.js';
import { field, textTransform, type FieldOptions } from './field.js';
import { rangeRules, Time, type IntegerOptions, type TimeOptions } from './fields.js';

/** An integer in the query string. Documented as in the contract: a number. */
export function QueryInteger(options: IntegerOptions & { fallback: number }): PropertyDecorator {
  const { min, max, fallback } = options;
  const schema = { type: 'number', multipleOf: 1, minimum: min, maximum: max, default: fallback } as const;
  const toNumber = textTransform((text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : undefined));
  return field({ ...options, optional: true }, schema, toNumber, ...rangeRules(min, max), IsInt());
}

/** The id of a record in the query string, as its UUID. A malformed id matches nothing. */
export function QueryId(prefix: IdPrefix, options: FieldOptions = {}): PropertyDecorator {
  const toUuid = textTransform((text) => uuidNamedBy(prefix, text));
  return field({ optional: true, ...options }, { type: 'string' }, toUuid, IsString());
}

/** `true` or `false` in the query string. */
export function QueryBool(options: FieldOptions = {}): PropertyDecorator {
  const toBool = textTransform((text) => (text === 'true' ? true : text === 'false' ? false : undefined));
  return field({ ...options, optional: true }, { type: 'boolean' }, toBool, IsBoolean());
}

/** A time in the query string, where an unencoded plus sign arrives as a space. */
export function QueryTime(options: TimeOptions = {}): PropertyDecorator {
  const toTime = textTransform((text) => text.replace(/^ /, '+'));
  return Time({ example: undefined, ...options, optional: true }, toTime);
}
