import type { JsonPatchOperation } from '@foyer/client';

/** Names of fields, types of parts, and numbers from 1. */
export type Place = readonly (string | number)[];

/** One place of the content that differs. */
export interface Difference {
  place: Place;
  before: unknown;
  after: unknown;
}

type Holder = Record<string, unknown> | unknown[];

/** What the operations change in a content, with what was there before each of them. */
export function differencesIn(before: object, operations: readonly JsonPatchOperation[]): Difference[] {
  const root = { content: structuredClone(before) as unknown };
  return operations.map(({ op, path, value }) => {
    const steps = path.split('/').slice(1).map(unescaped);
    const place = placeOf(root.content, steps, op === 'add' ? value : undefined);
    const last = steps.at(-1) ?? 'content';
    const holder = (steps.length === 0 ? root : at(root.content, steps.slice(0, -1))) as Holder;
    const was = op === 'add' ? undefined : at(holder, [last]);
    apply(holder, last, op, value);
    return { place, before: was, after: value };
  });
}

interface Repeated extends Omit<Difference, 'place'> {
  places: Place[];
}

/** A title is in several places of a content, and changes in all of them alike. */
export function withoutRepeats(differences: readonly Difference[]): Repeated[] {
  const found = new Map<string, Repeated>();
  for (const { place, before, after } of differences) {
    const key = JSON.stringify([before ?? null, after ?? null]);
    const repeated = found.get(key);
    if (repeated) repeated.places.push(place);
    else found.set(key, { places: [place], before, after });
  }
  return [...found.values()];
}

/** The texts of a value, each in a line. */
export function linesOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return value.split('\n');
  if (typeof value !== 'object') return [JSON.stringify(value)];
  const isNamed = ([name]: [string, unknown]) => name !== 'type';
  return Object.entries(value)
    .filter(isNamed)
    .flatMap(([, inner]) => linesOf(inner));
}

/** Both texts without the lines that they begin and end with alike. */
export function differingLines(before: readonly string[], after: readonly string[]): [string[], string[]] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);
}

/** An item of a list is named by its type, if it has one. The operation may be what adds the item. */
function placeOf(content: unknown, steps: readonly string[], added: unknown): (string | number)[] {
  return steps.map((step, index) => {
    const isItem = Array.isArray(at(content, steps.slice(0, index)));
    if (!isItem) return step;
    const isAdded = added !== undefined && index === steps.length - 1;
    const item = isAdded ? added : at(content, steps.slice(0, index + 1));
    return (item as { type?: string } | undefined)?.type ?? Number(step) + 1;
  });
}

function apply(holder: Holder, name: string, op: JsonPatchOperation['op'], value: unknown): void {
  if (!Array.isArray(holder)) {
    if (op === 'remove') delete holder[name];
    else holder[name] = value;
  } else if (op === 'replace') holder[Number(name)] = value;
  else holder.splice(Number(name), op === 'remove' ? 1 : 0, ...(op === 'add' ? [value] : []));
}
