import { conflict } from '../../../shared/kernel/errors.js';

/** A limit, because the list has no pages. */
export const MAX_SUBSCRIPTIONS = 100;

/** Rejects one more subscription of a tenant that has so many. */
export function assertWithinLimit(subscriptions: number): void {
  if (subscriptions < MAX_SUBSCRIPTIONS) return;
  throw conflict(
    'too_many_subscriptions',
    `There can be at most ${MAX_SUBSCRIPTIONS} subscriptions; delete one that is no longer needed.`,
  );
}
