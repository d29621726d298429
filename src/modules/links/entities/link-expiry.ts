import { clock } from '../../../shared/kernel/clock.js';

/** Whether a link shows nothing to visitors any more. Entities have dates, rows have milliseconds. */
export function isExpired({ expiresAt }: { expiresAt?: Date | number | null }): boolean {
  return expiresAt != null && clock.now().getTime() >= Number(expiresAt);
}

/** SQL for a link that visitors can open: it is neither deleted nor expired. `now` is the parameter of the time. */
export const isOpen = (link: string, now: string): string =>
  `${link}.deleted_at is null and (${link}.expires_at is null or ${link}.expires_at > ${now})`;
