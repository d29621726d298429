import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/kernel/durations.js';

/** The delay after the first failed try, after the second, and so on: ten tries in total. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

export const MAX_TRIES = RETRY_DELAYS_MS.length + 1;

/** The delay varies by this fraction, so deliveries that failed together are not retried together. */
const JITTER = 0.2;

/**
 * The delay after a number of tries; undefined after the last one. A receiver may ask for more time with
 * `Retry-After`, never for less.
 */
export function retryDelay(
  tries: number,
  retryAfterMs: number | null,
  random: () => number = Math.random,
): number | undefined {
  const delay = RETRY_DELAYS_MS[tries - 1];
  if (delay === undefined) return undefined;
  const spread = delay * (1 + JITTER * (2 * random() - 1));
  return Math.round(Math.max(spread, retryAfterMs ?? 0));
}
