/** How long an asset stays in the trash before it is deleted for good. */
export const DAYS_IN_TRASH = 30;

const DAY_MS = 86_400_000;

/** Whatever was put into the trash at this moment or before has been there for long enough. */
export function trashExpiry(now: Date): Date {
  return new Date(now.getTime() - DAYS_IN_TRASH * DAY_MS);
}
