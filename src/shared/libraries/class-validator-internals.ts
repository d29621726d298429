import type { Type } from '@nestjs/common';
import * as validator from 'class-validator';
import { getMetadataStorage, type MetadataStorage } from 'class-validator';

// What we use of class-validator besides its documented interface. The spec beside this file checks each part.

/** A rule of a field, as class-validator keeps it. */
export type Rule = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

/** Of a class, and of those that it extends. */
export function rulesOf(type: Type<object>): Rule[] {
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
}

/** What a rule checks. Undefined for what is no check, such as `@IsOptional()`. */
export function constraintOf(rule: Rule) {
  return getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls)[0];
}

/** The names of class-validator's own rules: all texts that it exports. */
export const OWN_RULES: ReadonlySet<unknown> = new Set(
  Object.values(validator).filter((each) => typeof each === 'string'),
);

/**
 * class-validator searches the rules of a class, and of those that it extends, among those of all classes, at each check.
 * Rules are written beside the fields, so that they are all known when a class is first checked: it is searched once.
 */
export function rememberRules(): void {
  const storage = getMetadataStorage();
  // Another instance of this file has done it already.
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
