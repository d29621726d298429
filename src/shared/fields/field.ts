import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf, type ValidationArguments, type ValidationOptions } from 'class-validator';

/** The options of any field, besides its type. */
export interface FieldOptions {
  /** May be absent. In a PATCH, an absent field stays unchanged. */
  optional?: boolean;
  /** May be null. In a PATCH, null clears the field. */
  nullable?: boolean;
  about?: string;
  example?: unknown;
  /** No two records of a tenant have the same value. The docs page gives the example a fresh suffix. */
  unique?: boolean;
}

/** A field: its documentation, whether it may be absent or null, and its rules and transforms. */
export function field(
  { optional, nullable, about, example, unique }: FieldOptions,
  schema: Partial<ApiPropertyOptions>,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  const documentation = {
    ...schema,
    required: !optional,
    nullable,
    description: about,
    example,
    ...(unique && { 'x-unique': true }),
  };
  return applyDecorators(
    ApiProperty(documentation as ApiPropertyOptions),
    // class-validator's own IsOptional accepts null as absent, and its IsDefined refuses null.
    optional ? ValidateIf((_, value) => value !== undefined) : REQUIRED,
    ...(nullable ? [ValidateIf((_, value) => value !== null)] : []),
    ...rules,
  );
}

/** A rule that class-validator does not have. Its code is sent with the fault, so it is part of the interface. */
export function rule(
  code: string,
  holds: (value: unknown) => boolean,
  message: string | ((value: unknown) => string),
  options?: ValidationOptions,
): PropertyDecorator {
  const say = typeof message === 'string' ? message : ({ value }: ValidationArguments) => message(value);
  return ValidateBy({ name: code, validator: { validate: holds } }, { ...options, message: say });
}

/** A rule about strings; another rule refuses values of other types. */
export function textRule(
  code: string,
  holds: (text: string) => boolean,
  message: string,
  options?: ValidationOptions,
): PropertyDecorator {
  return rule(code, (value) => typeof value !== 'string' || holds(value), message, options);
}

/** Parses a string into its value. A string that cannot be parsed stays unchanged, and the rules report it. */
export function textTransform(read: (text: string) => unknown): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (read(value) ?? value) : value,
  );
}

/**
 * Length limits of a string, in characters as JSON Schema counts them. class-validator's MinLength and MaxLength do
 * not count emoji variation selectors, so a string could have any length.
 */
export function lengthRules(
  { min, max }: { min?: number; max?: number },
  options?: ValidationOptions,
): PropertyDecorator[] {
  return [
    ...(min === undefined
      ? []
      : [textRule('too_short', (text) => lengthOf(text) >= min, atLeast(min), options)]),
    ...(max === undefined
      ? []
      : [textRule('too_long', (text) => lengthOf(text) <= max, atMost(max), options)]),
  ];
}

export function lengthOf(text: string): number {
  return [...text].length;
}

const characters = (count: number) => `${count} character${count === 1 ? '' : 's'}`;
export const atLeast = (count: number) => `must have at least ${characters(count)}`;
export const atMost = (count: number) => `must have at most ${characters(count)}`;

const REQUIRED = rule('required', (value) => value !== undefined, 'is required');
