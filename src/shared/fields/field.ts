import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf, type ValidationArguments, type ValidationOptions } from 'class-validator';

/** What any field can be told besides its type. */
export interface FieldOptions {
  /** May be absent. In a PATCH that means: leave it as it is. */
  optional?: boolean;
  /** May be null. In a PATCH that means: clear it. */
  nullable?: boolean;
  about?: string;
  example?: unknown;
}

/** A field: its documentation, whether it may be absent or null, and its rules and transforms. */
export function field(
  { optional, nullable, about, example }: FieldOptions,
  schema: Partial<ApiPropertyOptions>,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  const documentation = { ...schema, required: !optional, nullable, description: about, example };
  return applyDecorators(
    ApiProperty(documentation as ApiPropertyOptions),
    // class-validator's own IsOptional lets null pass as absent, and its IsDefined refuses null.
    optional ? ValidateIf((_, value) => value !== undefined) : REQUIRED,
    ...(nullable ? [ValidateIf((_, value) => value !== null)] : []),
    ...rules,
  );
}

/** A rule that class-validator does not have. Its code goes out with the fault, so it is part of the interface. */
export function rule(
  code: string,
  holds: (value: unknown) => boolean,
  message: string | ((value: unknown) => string),
  options?: ValidationOptions,
): PropertyDecorator {
  const say = typeof message === 'string' ? message : ({ value }: ValidationArguments) => message(value);
  return ValidateBy({ name: code, validator: { validate: holds } }, { ...options, message: say });
}

/** A rule about texts; what is no text is the matter of another rule. */
export function textRule(
  code: string,
  holds: (text: string) => boolean,
  message: string,
  options?: ValidationOptions,
): PropertyDecorator {
  return rule(code, (value) => typeof value !== 'string' || holds(value), message, options);
}

/** Reads a text as what it stands for. What stands for nothing stays as it is, for the rules to find. */
export function textTransform(read: (text: string) => unknown): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (read(value) ?? value) : value,
  );
}

/**
 * How long a text may be, in characters as JSON Schema counts them. class-validator's MinLength and MaxLength do not
 * count what selects the look of an emoji, so that a text could be as long as it likes.
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
