import { conflict } from '../../../shared/kernel/errors.js';

/** A limit, because each unproven domain costs DNS queries again and again. */
const MAX_UNPROVEN = 100;

/** Rejects one more domain of a tenant that has so many unproven ones. */
export function assertWithinLimit(unproven: number): void {
  if (unproven < MAX_UNPROVEN) return;
  throw conflict(
    'too_many_domains',
    `The tenant has ${MAX_UNPROVEN} unproven domains; prove or delete some of them first.`,
  );
}
