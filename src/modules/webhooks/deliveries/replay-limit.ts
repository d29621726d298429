import { conflict } from '../../../shared/kernel/errors.js';

/** The limit of one replay. */
export const MAX_REPLAYED_EVENTS = 10_000;

export function assertWithinLimit(eventsCount: number): void {
  if (eventsCount <= MAX_REPLAYED_EVENTS) return;
  throw conflict(
    'too_many_events',
    `The time range contains ${eventsCount} events; at most ${MAX_REPLAYED_EVENTS} can be replayed at once. Choose a shorter range.`,
  );
}
