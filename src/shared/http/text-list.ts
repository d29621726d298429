import { field, typeRule, type FieldOptions, type Reading, type Rule } from './field.js';
import { lengthOf } from './field-rules.js';

export interface TextListOptions extends FieldOptions {
  maxItems?: number;
  maxLength?: number;
  fallback?: readonly string[];
}

export function TextList(options: TextListOptions = {}, reading?: Reading): PropertyDecorator {
  const { maxItems, maxLength, fallback, ...rest } = options;
  const fits = (item: unknown) => maxLength === undefined || lengthOf(item as string) <= maxLength;
  const schema = {
    type: 'array',
    items: { type: 'string', maxLength },
    maxItems,
    default: fallback,
  } as const;
  const rules = [
    typeRule(isTextList, 'must be an array of strings'),
    listRule(
      'too_many',
      (items) => items.length <= (maxItems ?? Infinity),
      `must have at most ${maxItems} items`,
    ),
    listRule('too_long', (items) => items.every(fits), `must have items of at most ${maxLength} characters`),
  ];
  return field(rest, schema, rules, reading);
}

export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function listRule(code: string, holds: (items: unknown[]) => boolean, message: string): Rule {
  return { code, holds: (value) => !isTextList(value) || holds(value), message };
}
