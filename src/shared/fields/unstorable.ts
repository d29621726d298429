import type { Faults, Path } from './faults.js';

export const MAX_DEPTH = 32;

/**
 * Finds valid JSON that cannot be stored: NUL characters and lone surrogates, which PostgreSQL refuses, and nesting
 * that overflows the stack when it is written.
 */
export function findUnstorable(value: unknown, faults: Faults, path: Path = []): void {
  if (faults.isFull) return;
  if (typeof value === 'string') return checkText(value, path, faults);
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH)
    return faults.add(path, 'too_deep', `is nested deeper than ${MAX_DEPTH} levels`);
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, name];
    checkText(name, here, faults);
    findUnstorable(inner, faults, here);
  }
}

function checkText(text: string, path: Path, faults: Faults): void {
  if (text.includes('\0')) faults.add(path, 'nul_character', 'contains a NUL character');
  if (!text.isWellFormed()) faults.add(path, 'lone_surrogate', 'contains an unpaired surrogate');
}
