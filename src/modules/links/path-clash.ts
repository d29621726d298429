import { ValueTaken, type FindHolder } from '../../shared/database/transactions/value-taken.js';

/** A path has at most one link per domain (409). */
export function pathTaken({ path }: { path: string }, findHolder: FindHolder, pointer?: string): ValueTaken {
  const message = `The path ${path} on this domain has another link.`;
  const value = { code: 'path_taken', message, pointer, kind: 'link', scope: 'links:read' } as const;
  return new ValueTaken(value, findHolder);
}
