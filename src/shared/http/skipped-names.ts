import type { Fault } from '../kernel/errors.js';
import { pointerTo } from './faults.js';

const SKIPPED = ['__proto__', 'constructor'];

/** class-transformer passes over these names in silence; where a dto stands they are unknown properties like any other. */
export function skippedNames(plain: object, input: object, path: readonly string[] = []): Fault[] {
  const own = isDto(input) ? SKIPPED.filter((name) => Object.hasOwn(plain, name)) : [];
  const faults = own.map((name) => ({
    pointer: pointerTo([...path, name]),
    code: 'unknown_property',
    message: `${[...path, name].join('.')} is not a known property.`,
  }));
  const below = Object.entries(input).flatMap(([name, inner]: [string, unknown]) =>
    isObject(inner) ? skippedNames((plain as Record<string, object>)[name]!, inner, [...path, name]) : [],
  );
  return [...faults, ...below];
}

function isDto(value: object): boolean {
  return Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
