import { isDeepStrictEqual } from 'node:util';

export const OPERATIONS = ['add', 'remove', 'replace'] as const;

export interface Operation {
  op: (typeof OPERATIONS)[number];
  path: string;
  value?: unknown;
}

/**
 * Returns the operations of RFC 6902 (JSON Patch) that turn `before` into `after`. They are never longer than `after`
 * itself. Lists are compared from both ends, and the items in between one by one. The result is not always the
 * shortest, but the time is linear in the size (decision 36).
 */
export function operationsBetween(before: unknown, after: unknown, path = ''): Operation[] {
  if (isSame(before, after)) return [];
  const whole: Operation = { op: 'replace', path, value: after };
  const parts: Operation[] = [];
  let room = lengthOf(whole);
  for (const part of partsOf(before, after, path)) {
    room -= lengthOf(part);
    if (room < 0) return [whole];
    parts.push(part);
  }
  return parts;
}

function* partsOf(before: unknown, after: unknown, path: string): Generator<Operation> {
  if (Array.isArray(before) && Array.isArray(after)) yield* betweenLists(before, after, path);
  else if (isObject(before) && isObject(after)) yield* betweenObjects(before, after, path);
  else yield { op: 'replace', path, value: after };
}

function* betweenObjects(before: JsonObject, after: JsonObject, path: string): Generator<Operation> {
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) yield { op: 'remove', path: `${path}/${escaped(key)}` };
  }
  for (const [key, value] of Object.entries(after)) {
    const place = `${path}/${escaped(key)}`;
    if (Object.hasOwn(before, key)) yield* operationsBetween(before[key], value, place);
    else yield { op: 'add', path: place, value };
  }
}

function* betweenLists(before: JsonList, after: JsonList, path: string): Generator<Operation> {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  const paired = shorter - end;
  for (let at = start; at < paired; at++) yield* operationsBetween(before[at], after[at], `${path}/${at}`);
  for (let at = paired; at < before.length - end; at++) yield { op: 'remove', path: `${path}/${paired}` };
  for (let at = paired; at < after.length - end; at++)
    yield { op: 'add', path: `${path}/${at}`, value: after[at] };
}

type JsonObject = Record<string, unknown>;
type JsonList = readonly unknown[];

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function lengthOf(operation: Operation): number {
  return JSON.stringify(operation).length;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && isDeepStrictEqual(a, b));
}
