import type { Type } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { exampleId } from '../kernel/example-ids.js';
import type { IdPrefix } from '../kernel/ids.js';
import { field, isObject, typeRule, type FieldOptions, type Reading } from './field.js';
import { atLeast, atMost, integerRules, lengthOf, rangeRule, textRule } from './field-rules.js';
import { WIRE_TIME_PATTERN } from '../kernel/wire-time.js';

export interface TextOptions extends FieldOptions {
  min?: number;
  max?: number;
  pattern?: RegExp;
}

export function Text(options: TextOptions = {}): PropertyDecorator {
  const { min, max, pattern } = options;
  const schema = { type: 'string', minLength: min, maxLength: max, pattern: pattern?.source } as const;
  return field(options, schema, [
    typeRule((value) => typeof value === 'string', 'must be a string'),
    ...(min === undefined ? [] : [textRule('too_short', (text) => lengthOf(text) >= min, atLeast(min))]),
    ...(max === undefined ? [] : [textRule('too_long', (text) => lengthOf(text) <= max, atMost(max))]),
    ...(pattern
      ? [textRule('wrong_pattern', (text) => pattern.test(text), `must match ${pattern.source}`)]
      : []),
  ]);
}

export interface IntegerOptions extends FieldOptions {
  min: number;
  max: number;
}

export function Integer(options: IntegerOptions): PropertyDecorator {
  const { min, max } = options;
  return field(options, { type: 'integer', minimum: min, maximum: max }, integerRules(min, max));
}

/** One of a closed set of words. */
export function OneOf(
  values: readonly string[],
  options: FieldOptions & { fallback?: string } = {},
): PropertyDecorator {
  const { fallback, ...rest } = options;
  const allowed = options.nullable ? [...values, null] : values;
  return field(rest, { type: 'string', enum: allowed, default: fallback }, [
    typeRule((value) => typeof value === 'string', 'must be a string'),
    textRule('unknown_value', (text) => values.includes(text), `must be one of ${values.join(', ')}`),
  ]);
}

/** Where a link leads. Schemes that run code are not among those that are taken. */
export function Uri(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'string', format: 'uri', pattern: LINK.source }, [
    typeRule((value) => typeof value === 'string', 'must be a string'),
    textRule(
      'wrong_uri',
      (text) => LINK.test(text),
      'must be an http or https URL, or a mailto: or tel: link',
    ),
  ]);
}

const LINK = /^(https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?([/?#][!-~]*)?|(mailto|tel):[!-~]+)$/;

/** A number that need not be whole. */
export function Decimal(options: FieldOptions & { min?: number; max?: number } = {}): PropertyDecorator {
  const { min = -Infinity, max = Infinity } = options;
  return field(options, { type: 'number', minimum: options.min, maximum: options.max }, [
    rangeRule(min, max),
    typeRule((value) => Number.isFinite(value), 'must be a number'),
  ]);
}

export function Bool(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'boolean' }, [
    typeRule((value) => typeof value === 'boolean', 'must be true or false'),
  ]);
}

/** A moment. */
export function Time(options: FieldOptions = {}): PropertyDecorator {
  return timeField(options);
}

/** The id of a record in an answer. */
export function RecordId(prefix: IdPrefix, options: FieldOptions = {}): PropertyDecorator {
  return Text({ example: exampleId(prefix), ...options });
}

// Swagger tells a function that answers a class from the class itself by the name `type`, which an arrow
// function only has where it is written as a property.
export function Nested(type: () => Type<object>, options: FieldOptions = {}): PropertyDecorator {
  const rule = typeRule(isObject, 'must be an object');
  return field(options, { type: () => type() }, [rule], { nested: type });
}

export function ListOf(type: () => Type<object>, options: FieldOptions = {}): PropertyDecorator {
  const rule = typeRule(Array.isArray, 'must be an array');
  return field(options, { type: () => [type()] }, [rule], { nested: type, isList: true });
}

/** In answers only: each item is of the kind that its field `by` names. */
export function ListOfKinds(
  by: string,
  kinds: Record<string, Type<object>>,
  options: FieldOptions = {},
): PropertyDecorator {
  const mapping = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, getSchemaPath(kind)]),
  );
  const oneOf = Object.values(mapping).map(($ref) => ({ $ref }));
  const items = { oneOf, discriminator: { propertyName: by, mapping } };
  const list = field(options, { type: 'array', items }, [typeRule(Array.isArray, 'must be an array')]);
  return (dto, name) => {
    ApiExtraModels(...Object.values(kinds))(dto.constructor);
    list(dto, name);
  };
}

/** An object that is kept as it came. */
export function FreeObject(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'object', additionalProperties: true }, [
    typeRule(isObject, 'must be an object'),
  ]);
}

/** Any JSON value, as it is. */
export function AnyValue(options: FieldOptions = {}): PropertyDecorator {
  const kinds = ['string', 'number', 'boolean', 'object'].map((type) => ({ type }));
  return field(options, { anyOf: [...kinds, { type: 'array', items: {} }] }, []);
}

export function timeField(options: FieldOptions, reading?: Reading): PropertyDecorator {
  const pattern = new RegExp(WIRE_TIME_PATTERN);
  const schema = { type: 'string', pattern: WIRE_TIME_PATTERN } as const;
  return field(
    { example: '+1763164800000', ...options },
    schema,
    [
      typeRule((value) => typeof value === 'string', 'must be a string'),
      textRule('wrong_pattern', (text) => pattern.test(text), 'must be + and milliseconds since 1970'),
    ],
    reading,
  );
}
