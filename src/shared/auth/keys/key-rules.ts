import { DAY_MS, MINUTE_MS } from '../../kernel/durations.js';

/** A key that would expire sooner is refused, as a mistake in a unit or a clock. */
export const MIN_LIFETIME_MS = MINUTE_MS;

export const MAX_CHILD_DAYS = 7;
export const MAX_CHILD_LIFETIME_MS = MAX_CHILD_DAYS * DAY_MS;

/** How long the old secret of a rotated key works as well. */
export const MAX_OVERLAP_HOURS = 7 * 24;
export const DEFAULT_OVERLAP_HOURS = 24;

export const MAX_NAME_LENGTH = 100;

/** For lists and tables: 1 to 100 printable characters, no space at either end. */
export function isName(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= MAX_NAME_LENGTH &&
    text === text.trim() &&
    !/[\p{C}\p{Zl}\p{Zp}]/u.test(text)
  );
}
