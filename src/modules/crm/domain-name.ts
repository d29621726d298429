import { domainToASCII, domainToUnicode } from 'node:url';

const MAX_GIVEN_LENGTH = 1024;
const MAX_LENGTH = 253;
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const IP_ADDRESS = /^[\d.]+$/;

/**
 * The one way in which a domain is kept, or undefined where the text names none: in lower case and ASCII,
 * without scheme, path, port, `www.` and the dot at the end.
 */
export function domainOf(text: string): string | undefined {
  const given = hostIn(text);
  if (given === undefined || given.length > MAX_GIVEN_LENGTH || given.includes('%')) return undefined;
  const host = domainToASCII(given)
    .replace(/\.$/, '')
    .replace(/^(?:www\.)+(?=[^.]+\.)/, '');
  const isDomain =
    host.length <= MAX_LENGTH &&
    HOST.test(host) &&
    !IP_ADDRESS.test(host) &&
    // Every label that says it stands for other letters must really do so.
    !/(^|\.)xn--/.test(domainToUnicode(host));
  return isDomain ? host : undefined;
}

function hostIn(text: string): string | undefined {
  const address = text.trim().replace(SCHEME, '');
  if (SCHEME.test(address)) return undefined;
  return address.replace(/[/?#\\].*$/s, '').replace(/:\d*$/, '');
}
