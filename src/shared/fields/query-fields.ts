import { uuidNamedBy, type IdPrefix } from '../kernel/ids.js';
import { field, typeRule, type FieldOptions } from './field.js';
import { integerRules } from './field-rules.js';
import { timeField, type IntegerOptions } from './fields.js';

/** A whole number in the query string. Documented as the contract has it: a number. */
export function QueryInteger(options: IntegerOptions & { fallback: number }): PropertyDecorator {
  const { min, max, fallback } = options;
  const schema = { type: 'number', multipleOf: 1, minimum: min, maximum: max, default: fallback } as const;
  const parse = (value: unknown) =>
    typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return field({ ...options, optional: true }, schema, integerRules(min, max), { parse });
}

/** The id of a record in the query string, as the UUID it stands for. One that can't be an id matches nothing. */
export function QueryId(prefix: IdPrefix, options: FieldOptions = {}): PropertyDecorator {
  const parse = (value: unknown) => (typeof value === 'string' ? uuidNamedBy(prefix, value) : value);
  return field(
    { optional: true, ...options },
    { type: 'string' },
    [typeRule((value) => typeof value === 'string', 'must be a string')],
    { parse },
  );
}

/** `true` or `false` in the query string. */
export function QueryBool(options: FieldOptions = {}): PropertyDecorator {
  const parse = (value: unknown) => (value === 'true' ? true : value === 'false' ? false : value);
  return field(
    { ...options, optional: true },
    { type: 'boolean' },
    [typeRule((value) => typeof value === 'boolean', 'must be true or false')],
    { parse },
  );
}

/** A moment in the query string, where a plus sign that is not encoded arrives as a space. */
export function QueryTime(options: FieldOptions = {}): PropertyDecorator {
  const parse = (value: unknown) => (typeof value === 'string' ? value.replace(/^ /, '+') : value);
  return timeField({ example: undefined, ...options, optional: true }, { parse });
}
