import { conflict } from '../../shared/kernel/errors.js';

/** Children of one key that work at the same time. */
export const MAX_CHILDREN = 1000;

/** Rejects one more child of a key that has so many. */
export function assertWithinLimit(children: number): void {
  if (children < MAX_CHILDREN) return;
  throw conflict(
    'too_many_child_keys',
    `A key can have at most ${MAX_CHILDREN} children; revoke one that is no longer needed.`,
  );
}
