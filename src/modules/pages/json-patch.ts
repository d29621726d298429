import { isDeepStrictEqual as isSame } from 'node:util';

export const OPERATIONS = ['add', 'remove', 'replace'] as const;

export interface Operation {
  op: (typeof OPERATIONS)[number];
  path: string;
  value?: unknown;
}

/**
 * The operations of RFC 6902 that make one JSON value of another. Lists are compared from both ends and what is left
 * between them place by place: not always the shortest answer, but in time that grows with the size alone.
 */
export function operationsBetween(before: unknown, after: unknown, path = ''): Operation[] {
  if (isSame(before, after)) return [];
  const whole: Operation[] = [{ op: 'replace', path, value: after }];
  const parts = partsOf(before, after, path);
  return parts && lengthOf(parts) < lengthOf(whole) ? parts : whole;
}

/** Undefined where the two have nothing in common. */
function partsOf(before: unknown, after: unknown, path: string): Operation[] | undefined {
  if (Array.isArray(before) && Array.isArray(after)) return betweenLists(before, after, path);
  if (isRecord(before) && isRecord(after)) return betweenObjects(before, after, path);
  return undefined;
}

function betweenObjects(before: JsonObject, after: JsonObject, path: string): Operation[] {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return [
    ...gone.map((key): Operation => ({ op: 'remove', path: `${path}/${escaped(key)}` })),
    ...Object.entries(after).flatMap(([key, value]): Operation[] => {
      const place = `${path}/${escaped(key)}`;
      if (!Object.hasOwn(before, key)) return [{ op: 'add', path: place, value }];
      return operationsBetween(before[key], value, place);
    }),
  ];
}

function betweenLists(before: readonly unknown[], after: readonly unknown[], path: string): Operation[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  const paired = shorter - end;
  const surplus = before.slice(paired, before.length - end);
  return [
    ...before.slice(start, paired).flatMap((item, index) => {
      const at = start + index;
      return operationsBetween(item, after[at], `${path}/${at}`);
    }),
    ...surplus.map((): Operation => ({ op: 'remove', path: `${path}/${paired}` })),
    ...after
      .slice(paired, after.length - end)
      .map((value, index): Operation => ({ op: 'add', path: `${path}/${paired + index}`, value })),
  ];
}

type JsonObject = Record<string, unknown>;

function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function lengthOf(operations: readonly Operation[]): number {
  return JSON.stringify(operations).length;
}
