import type { Type } from '@nestjs/common';
import { validateSync } from 'class-validator';
import type { Faults, Path } from './faults.js';
import { fieldsOf, isObject, messageOf, type Reading, type Rule } from './field.js';

/** A dto without any field is as good as others; class-validator would take it for a stranger. */
const KNOWN = { forbidUnknownValues: false };

/** Makes a dto of what was sent, noting everything that is wrong with it. Only fields of the dto are looked at. */
export function readDto<Dto extends object>(
  type: Type<Dto>,
  plain: object,
  faults: Faults,
  path: Path = [],
): Dto {
  const fields = fieldsOf(type.prototype as object);
  noteUnknown(plain, fields, faults, path);
  const dto = new type();
  for (const [name, reading] of fields) {
    const value = Object.hasOwn(plain, name) ? (plain as Record<string, unknown>)[name] : undefined;
    if (value === undefined) continue;
    (dto as Record<string, unknown>)[name] = readField(reading, value, faults, [...path, name]);
  }
  for (const { property, constraints } of faults.isFull ? [] : validateSync(dto, KNOWN)) {
    for (const [code, message] of Object.entries(constraints ?? {}))
      faults.add([...path, property], code, message);
  }
  return dto;
}

function noteUnknown(plain: object, fields: Map<string, Reading>, faults: Faults, path: Path): void {
  for (const name of Object.keys(plain)) {
    if (faults.isFull) return;
    if (!fields.has(name)) faults.addUnknown([...path, name]);
  }
}

function readField(reading: Reading, value: unknown, faults: Faults, path: Path): unknown {
  const { nested, isList, items, parse } = reading;
  const parsed = parse ? parse(value) : value;
  if (items && Array.isArray(parsed)) checkItems(items, parsed, faults, path);
  if (!nested) return parsed;
  if (!isList) return isObject(value) ? readDto(nested(), value, faults, path) : value;
  return Array.isArray(value) ? readItems(nested(), value, faults, path) : value;
}

function readItems(type: Type<object>, values: readonly unknown[], faults: Faults, path: Path): object[] {
  const items: object[] = [];
  for (const [index, value] of values.entries()) {
    if (faults.isFull) break;
    if (isObject(value)) items.push(readDto(type, value, faults, [...path, index]));
    else faults.add([...path, index], 'wrong_type', 'must be an object');
  }
  return items;
}

function checkItems(rules: readonly Rule[], values: readonly unknown[], faults: Faults, path: Path): void {
  for (const [index, value] of values.entries()) {
    if (faults.isFull) return;
    const broken = rules.find(({ holds }) => !holds(value));
    if (broken) faults.add([...path, index], broken.code, messageOf(broken, value));
  }
}
