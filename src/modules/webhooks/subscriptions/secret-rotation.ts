import { HOUR_MS } from '../../../shared/kernel/durations.js';

/** How long the previous secret signs in addition to the new one. */
export const PREVIOUS_SECRET_HOURS = 24;

export function previousSecretExpiry(rotatedAt: Date): Date {
  return new Date(rotatedAt.getTime() + PREVIOUS_SECRET_HOURS * HOUR_MS);
}
