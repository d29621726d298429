import { ArrayMaxSize, IsArray, IsString } from 'class-validator';
import { field, lengthRules, type FieldOptions } from './field.js';

export interface TextListOptions extends FieldOptions {
  maxItems?: number;
  maxLength?: number;
  fallback?: readonly string[];
}

export function TextList(
  options: TextListOptions = {},
  ...transforms: PropertyDecorator[]
): PropertyDecorator {
  const { maxItems, maxLength, fallback } = options;
  const items = { type: 'string', maxLength };
  const schema = { type: 'array', items, maxItems, default: fallback } as const;
  const each = { each: true };
  return field(
    options,
    schema,
    ...transforms,
    IsArray(),
    ...(maxItems === undefined ? [] : [ArrayMaxSize(maxItems)]),
    IsString(each),
    ...lengthRules({ max: maxLength }, each),
  );
}
