import { DAY_MS } from '../../../shared/kernel/durations.js';

/** A receiver that asks for more time is called again after this. */
const MAX_RETRY_AFTER_MS = DAY_MS;

const SECONDS = /^\d+$/;
/** The three forms of RFC 9110; all are in GMT, though the last does not say so. */
const HTTP_DATE =
  /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$|^\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT$|^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/;

/** How long a receiver asks us to wait; null where it does not, or in no known form. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined) return null;
  const asked = SECONDS.test(text) ? Number(text) * 1000 : momentOf(text) - now.getTime();
  return Number.isNaN(asked) ? null : Math.min(Math.max(asked, 0), MAX_RETRY_AFTER_MS);
}

function momentOf(text: string): number {
  if (!HTTP_DATE.test(text)) return Number.NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}
