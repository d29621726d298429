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

/** `true` or `false` in the query string. */
export function QueryYesNo(options: FieldOptions = {}): PropertyDecorator {
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
  return timeField({ ...options, optional: true }, { parse });
}
