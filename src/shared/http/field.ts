import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';

/** What any field can be told besides its type. */
export interface FieldOptions {
  /** May be absent. In a PATCH that means: leave it as it is. */
  optional?: boolean;
  /** May be null. In a PATCH that means: clear it. */
  nullable?: boolean;
  about?: string;
  example?: unknown;
}

/** One check of a field. Its code goes out with the fault, so it is part of the interface. */
export interface Rule {
  code: string;
  holds: (value: unknown) => boolean;
  message: string;
}

/** Validation and documentation of a field, set together. */
export function field(
  { optional, nullable, about, example }: FieldOptions,
  schema: Partial<ApiPropertyOptions>,
  rules: readonly Rule[],
): PropertyDecorator {
  const all = optional ? rules : [REQUIRED, ...rules];
  return applyDecorators(
    ApiProperty({
      ...schema,
      required: !optional,
      nullable,
      description: about,
      example,
    } as ApiPropertyOptions),
    // class-validator's own IsOptional would let null pass as absent.
    ...(optional ? [ValidateIf((_, value) => value !== undefined)] : []),
    ...(nullable ? [ValidateIf((_, value) => value !== null)] : []),
    ...all.map(toConstraint),
  );
}

/** A fault of type hides the faults that follow from it: rules about values pass what is of another type. */
export function typeRule(holds: (value: unknown) => boolean, message: string): Rule {
  return { code: 'wrong_type', holds: (value) => value === undefined || holds(value), message };
}

const REQUIRED: Rule = { code: 'required', holds: (value) => value !== undefined, message: 'is required' };

function toConstraint({ code, holds, message }: Rule): PropertyDecorator {
  return ValidateBy({ name: code, validator: { validate: holds, defaultMessage: () => message } });
}
