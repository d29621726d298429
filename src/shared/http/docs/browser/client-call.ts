import type { Operation } from './openapi-document.js';

/** The method of the client (`@foyer/client`) that calls an operation: `pages.audiences.create`. */
export function clientMethod(
  path: string,
  method: string,
  { operationId }: Pick<Operation, 'operationId'>,
): string {
  const segments = path.split('/').filter((each) => each !== '' && each !== 'v0');
  const names = segments.filter((each) => !each.startsWith('{')).map(camelCase);
  const verb = segments.at(-1)!.startsWith('{') ? VERBS[method]! : verbOf(names, method, operationId);
  return [...names, ...(verb ? [verb] : [])].join('.');
}

const VERBS: Readonly<Record<string, string>> = { get: 'get', put: 'set', patch: 'update', delete: 'delete' };

/** Names that are a resource of their own, although they have no id. */
const SINGLE_RECORDS = ['analytics'];

/** The verb after the last name of a path without an id at its end; undefined if the name itself is the verb. */
function verbOf(names: readonly string[], method: string, operationId: string): string | undefined {
  const last = names.at(-1)!;
  if (method === 'post')
    return /^(create|record)/.test(operationId) && last !== 'batch' ? 'create' : undefined;
  if (method !== 'get') return VERBS[method];
  if (operationId.startsWith('list')) return 'list';
  return names.length === 1 || SINGLE_RECORDS.includes(last) ? 'get' : undefined;
}

function camelCase(segment: string): string {
  return segment.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
