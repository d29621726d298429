import type { Type as Class } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { exampleId } from '../kernel/example-ids.js';
import type { IdPrefix } from '../kernel/ids.js';
import { WIRE_TIME_PATTERN } from '../kernel/wire-time.js';
import { field, lengthRules, textRule, type FieldOptions } from './field.js';

interface TextOptions extends FieldOptions {
  min?: number;
  max?: number;
  pattern?: RegExp;
}

export function Text(options: TextOptions = {}): PropertyDecorator {
  const { min, max, pattern } = options;
  const schema = { type: 'string', minLength: min, maxLength: max, pattern: pattern?.source } as const;
  const rules = [...lengthRules({ min, max }), ...(pattern ? [Matches(pattern)] : [])];
  return field(options, schema, IsString(), ...rules);
}

export interface IntegerOptions extends FieldOptions {
  min: number;
  max: number;
}

export function Integer(options: IntegerOptions): PropertyDecorator {
  const { min, max } = options;
  return field(options, { type: 'integer', minimum: min, maximum: max }, ...rangeRules(min, max), IsInt());
}

export function rangeRules(min = -Infinity, max = Infinity): PropertyDecorator[] {
  const message = `must be from ${min} to ${max}`;
  return [Min(min, { message }), Max(max, { message })];
}

/** A number that need not be an integer. */
export function Decimal(options: FieldOptions & { min?: number; max?: number } = {}): PropertyDecorator {
  const { min, max } = options;
  const schema = { type: 'number', minimum: min, maximum: max } as const;
  return field(options, schema, ...rangeRules(min, max), IsNumber());
}

export function Bool(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'boolean' }, IsBoolean());
}

/** One of a closed set of words. With a title it becomes a schema of that name, and so a type of generated clients. */
export function OneOf(
  values: readonly string[],
  options: FieldOptions & { title?: string; fallback?: string } = {},
): PropertyDecorator {
  const { nullable, title, fallback } = options;
  const allowed = nullable ? [...values, null] : values;
  const schema = { type: 'string', title, enum: allowed, default: fallback } as const;
  return field(options, schema, IsString(), IsIn(values));
}

/** A language tag with optional script and region. */
export function Language(options: FieldOptions = {}): PropertyDecorator {
  return Text({
    pattern: /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/,
    about: 'The language of the text that visitors read, such as `en`, `pt-BR` or `zh-Hant`.',
    ...options,
  });
}

/** The target of a link. Schemes that run code are refused. */
export function Uri(options: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const { max } = options;
  const message = 'must be an http or https URL, or a mailto: or tel: link';
  const rule = textRule('wrong_uri', (text) => LINK.test(text), message);
  const schema = { type: 'string', format: 'uri', pattern: LINK.source, maxLength: max } as const;
  return field(options, schema, IsString(), ...lengthRules({ max }), rule);
}

const LINK = /^(https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?([/?#][!-~]*)?|(mailto|tel):[!-~]+)$/;

export const TIME_EXAMPLE = '+1763164800000';

/** A point in time in an answer. */
export function Time(options: FieldOptions = {}): PropertyDecorator {
  return Text({ example: TIME_EXAMPLE, pattern: new RegExp(WIRE_TIME_PATTERN), ...options });
}

/** The id of a record in an answer. */
export function RecordId(prefix: IdPrefix, options: FieldOptions = {}): PropertyDecorator {
  return Text({ example: exampleId(prefix), ...options });
}

// Swagger distinguishes a function that returns a class from the class itself by the name `type`. An arrow function
// only has that name if it is written as a property.
export function Nested(dto: () => Class<object>, options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: () => dto() }, Type(dto), ValidateNested());
}

export function ListOf(
  dto: () => Class<object>,
  options: FieldOptions & { minItems?: number; maxItems?: number } = {},
): PropertyDecorator {
  const { minItems, maxItems } = options;
  return field(
    options,
    { type: () => [dto()], minItems, maxItems },
    Type(dto),
    IsArray(),
    ...(minItems === undefined ? [] : [ArrayMinSize(minItems)]),
    ...(maxItems === undefined ? [] : [ArrayMaxSize(maxItems)]),
    ValidateNested({ each: true }),
  );
}

/** A list of objects of different kinds. The field `by` of each item names its kind; the dto of a kind has it, too. */
export function ListOfKinds(
  by: string,
  kinds: Record<string, Class<object>>,
  options: FieldOptions & { maxItems?: number } = {},
): PropertyDecorator {
  const { maxItems } = options;
  const mapping = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, getSchemaPath(kind)]),
  );
  const oneOf = Object.values(mapping).map(($ref) => ({ $ref }));
  const items = { oneOf, discriminator: { propertyName: by, mapping } };
  const subTypes = Object.entries(kinds).map(([name, value]) => ({ name, value }));
  const discriminator = { property: by, subTypes };
  const list = field(
    options,
    { type: 'array', items, maxItems },
    Type(() => UnknownKind, { discriminator, keepDiscriminatorProperty: true }),
    IsArray(),
    ...(maxItems === undefined ? [] : [ArrayMaxSize(maxItems)]),
    ValidateNested({ each: true }),
  );
  return (dto, name) => {
    ApiExtraModels(...Object.values(kinds))(dto.constructor);
    list(dto, name);
  };
}

/** class-transformer makes one of an item without a known kind, which is refused. */
class UnknownKind {}

/** An object that is stored as sent. */
export function FreeObject(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'object', additionalProperties: true }, IsObject());
}

/** Any JSON value, unchanged. */
export function AnyValue(options: FieldOptions = {}): PropertyDecorator {
  const kinds = ['string', 'number', 'boolean', 'object'].map((type) => ({ type }));
  return field(options, { anyOf: [...kinds, { type: 'array', items: {} }] }, Allow());
}
