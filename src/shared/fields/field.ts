import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';

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
  /** A function where it depends on what was sent, or on what is only known once all is loaded. */
  message: string | ((value: unknown) => string);
}

/** How the value of a field is taken over from what was sent; as it is, unless told otherwise. */
export interface Reading {
  /** The dto that the value, or each item of it, becomes. */
  nested?: () => Type<object>;
  isList?: boolean;
  /** What must hold for each item of a list of plain values; a fault is named at its item. */
  items?: readonly Rule[];
  parse?: (value: unknown) => unknown;
}

/** Validation, reading and documentation of a field, set together. */
export function field(
  { optional, nullable, about, example }: FieldOptions,
  schema: Partial<ApiPropertyOptions>,
  rules: readonly Rule[],
  reading: Reading = {},
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
    (dto: object, name: string | symbol) => void fieldsOf(dto).set(String(name), reading),
  );
}

/** The fields of a dto, by the prototype of its class; whatever has no entry here is not taken. */
export function fieldsOf(dto: object): Map<string, Reading> {
  const known = Reflect.getOwnMetadata(FIELDS, dto) as Map<string, Reading> | undefined;
  if (known) return known;
  const inherited = Reflect.getMetadata(FIELDS, dto) as Map<string, Reading> | undefined;
  const fields = new Map(inherited);
  Reflect.defineMetadata(FIELDS, fields, dto);
  return fields;
}

const FIELDS = Symbol('fields');

/** A fault of type hides the faults that follow from it: rules about values pass what is of another type. */
export function typeRule(holds: (value: unknown) => boolean, message: string): Rule {
  return { code: 'wrong_type', holds: (value) => value === undefined || holds(value), message };
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const REQUIRED: Rule = { code: 'required', holds: (value) => value !== undefined, message: 'is required' };

/** What a rule says of a value that breaks it. */
export function messageOf({ message }: Rule, value: unknown): string {
  return typeof message === 'string' ? message : message(value);
}

function toConstraint(rule: Rule): PropertyDecorator {
  const defaultMessage = (args?: ValidationArguments) => messageOf(rule, args?.value);
  return ValidateBy({ name: rule.code, validator: { validate: rule.holds, defaultMessage } });
}
