import { DAY_MS } from '../../../shared/kernel/durations.js';

/** The maximum delay. A receiver that asks for more is called again after this time. */
const MAX_RETRY_AFTER_MS = DAY_MS;

const SECONDS = /^\d+$/;
/** The three date formats of RFC 9110. All are in GMT, although the last one does not contain it. */
const HTTP_DATE =
  /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$|^\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT$|^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/;

/** Returns the delay that a receiver asks for; null if the header is absent or has an unknown format. */
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
