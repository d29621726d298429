import type { Type } from '@nestjs/common';
import { exampleId } from '../kernel/example-ids.js';
import type { IdPrefix } from '../kernel/ids.js';
import { field, isObject, typeRule, type FieldOptions, type Rule } from './field.js';
import { WIRE_TIME_PATTERN } from './wire-time.js';

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

/** A whole number in the query string. Documented as the contract has it: a number. */
export function QueryInteger(options: IntegerOptions & { fallback: number }): PropertyDecorator {
  const { min, max, fallback } = options;
  const schema = { type: 'number', multipleOf: 1, minimum: min, maximum: max, default: fallback } as const;
  const parse = (value: unknown) =>
    typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return field({ ...options, optional: true }, schema, integerRules(min, max), { parse });
}

/** A number in an answer. */
export function Figure(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'number' }, [
    typeRule((value) => Number.isFinite(value), 'must be a number'),
  ]);
}

export function YesNo(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'boolean' }, [
    typeRule((value) => typeof value === 'boolean', 'must be true or false'),
  ]);
}

/** A moment in an answer. */
export function Time(options: FieldOptions = {}): PropertyDecorator {
  return Text({ example: '+1763164800000', ...options, pattern: new RegExp(WIRE_TIME_PATTERN) });
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

function textRule(code: string, holds: (text: string) => boolean, message: string): Rule {
  return { code, holds: (value) => typeof value !== 'string' || holds(value), message };
}

function integerRules(min: number, max: number): Rule[] {
  const inRange = (value: unknown) => typeof value !== 'number' || (value >= min && value <= max);
  return [
    { code: 'out_of_range', holds: inRange, message: `must be from ${min} to ${max}` },
    typeRule((value) => Number.isInteger(value), 'must be a whole number'),
  ];
}

// JSON Schema counts characters, JavaScript counts UTF-16 units; they differ for emoji and the like.
function lengthOf(text: string): number {
  return [...text].length;
}

const characters = (count: number) => `${count} character${count === 1 ? '' : 's'}`;
const atLeast = (count: number) => `must have at least ${characters(count)}`;
const atMost = (count: number) => `must have at most ${characters(count)}`;
