import { getMetadataStorage } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';

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
  const found = new WeakMap<object, ValidationMetadata[]>();
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
