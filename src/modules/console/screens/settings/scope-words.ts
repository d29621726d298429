import type { Scope } from '@foyer/client';
import { words } from '../../words/english.js';

export type Area = keyof typeof words.areas;

/** Every scope is in the words. */
export const AREAS = Object.keys(words.areas) as Area[];

export const EVERYTHING: Scope = '*';

/** Areas whose records can only be read, or only be written. */
const READ_ONLY: readonly Area[] = ['analytics', 'audit', 'events', 'metrics', 'questions', 'visits'];

type ScopeArea = Exclude<Scope, '*'> extends `${infer Name}:${string}` ? Name : never;
AREAS satisfies ScopeArea[];

export function rightsOf(area: Area): ('read' | 'write')[] {
  return READ_ONLY.includes(area) ? ['read'] : ['read', 'write'];
}

/** Scopes as a person would say them: `Pages: read and change`. */
export function scopesInWords(scopes: readonly string[]): string[] {
  if (scopes.includes(EVERYTHING)) return [words.scopes.everything];
  return AREAS.flatMap((area) => {
    const [reads, writes] = ['read', 'write'].map((right) => scopes.includes(`${area}:${right}`));
    if (!reads && !writes) return [];
    const { both, read, write } = words.scopes;
    return [`${words.areas[area]}: ${reads && writes ? both : reads ? read : write}`];
  });
}
