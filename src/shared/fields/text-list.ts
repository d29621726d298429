import { field, typeRule, type FieldOptions, type Reading, type Rule } from './field.js';
import { atMost, lengthOf, textRule } from './field-rules.js';

export interface TextListOptions extends FieldOptions {
  maxItems?: number;
  maxLength?: number;
  fallback?: readonly string[];
}

export function TextList(options: TextListOptions = {}, reading: Reading = {}): PropertyDecorator {
  const { maxItems, maxLength, fallback, ...rest } = options;
  const schema = {
    type: 'array',
    items: { type: 'string', maxLength },
    maxItems,
    default: fallback,
  } as const;
  const rules = [
    typeRule(Array.isArray, 'must be an array of strings'),
    ...(maxItems === undefined ? [] : [tooMany(maxItems)]),
  ];
  return field(rest, schema, rules, { ...reading, items: itemRules(maxLength) });
}

function itemRules(maxLength: number | undefined): Rule[] {
  return [
    { code: 'wrong_type', holds: (item) => typeof item === 'string', message: 'must be a string' },
    ...(maxLength === undefined
      ? []
      : [textRule('too_long', (text) => lengthOf(text) <= maxLength, atMost(maxLength))]),
  ];
}

function tooMany(maxItems: number): Rule {
  return {
    code: 'too_many',
    holds: (value) => !Array.isArray(value) || value.length <= maxItems,
    message: `must have at most ${maxItems} items`,
  };
}
