import type { Type } from '@nestjs/common';
import * as validator from 'class-validator';
import { getMetadataStorage, type MetadataStorage } from 'class-validator';

// Undocumented parts of class-validator that we use. The spec beside this file checks each part.

/** A rule of a field, as class-validator stores it. */
export type Rule = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

/** Rules of a class and its base classes. */
export function rulesOf(type: Type<object>): Rule[] {
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
}

/** The check of a rule. Undefined for rules that check nothing, such as `@IsOptional()`. */
export function constraintOf(rule: Rule) {
  return getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls)[0];
}

/** The names of class-validator's own rules: all strings that it exports. */
export const OWN_RULES: ReadonlySet<unknown> = new Set(
  Object.values(validator).filter((each) => typeof each === 'string'),
);

/**
 * At each check, class-validator searches the rules of all classes for those of a class and its base classes. Rules are
 * written beside the fields, so all of them are known when a class is first checked: one search is enough.
 */
export function rememberRules(): void {
  const storage = getMetadataStorage();
  // Another instance of this file has already done it.
  if (Object.hasOwn(storage, 'getTargetValidationMetadatas')) return;
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const group = storage.groupByPropertyName.bind(storage);
  const found = new WeakMap<object, Rule[]>();
  const grouped = new WeakMap<object, ReturnType<typeof group>>();
  storage.getTargetValidationMetadatas = (type, schema, always, strictGroups, groups) => {
    const search = () => find(type, schema, always, strictGroups, groups);
    return always || strictGroups || groups ? search() : remembered(found, type, search);
  };
  storage.groupByPropertyName = (rules) => remembered(grouped, rules, () => group(rules));
}

function remembered<Value>(values: WeakMap<object, Value>, key: object, find: () => Value): Value {
  let value = values.get(key);
  if (!value) values.set(key, (value = find()));
  return value;
}
