import { SECOND_MS } from '../../../shared/kernel/durations.js';
import { IDLE_END_MS } from './session.js';

const NAME = 'foyer-console';

/** The prefix keeps other hosts from setting the cookie. Browsers accept it over TLS only. */
function nameFor(isSecure: boolean): string {
  return isSecure ? `__Host-${NAME}` : NAME;
}

/** All values of the cookie: pages on the same host may have set others, with other paths. */
export function cookieValues(header: string | undefined, isSecure: boolean): string[] {
  const start = `${nameFor(isSecure)}=`;
  return (header ?? '')
    .split(/; */)
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
}

export function cookieWith(value: string, isSecure: boolean): string {
  return writeCookie(value, IDLE_END_MS / SECOND_MS, isSecure);
}

export function expiredCookie(isSecure: boolean): string {
  return writeCookie('', 0, isSecure);
}

function writeCookie(value: string, maxAge: number, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict`;
  return `${nameFor(isSecure)}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`;
}
