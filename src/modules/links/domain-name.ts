import { domainToASCII, domainToUnicode } from 'node:url';

const MAX_LENGTH = 253;
const GIVEN = /^(?:https?:\/\/)?([^\s/?#@:%\\[\]]+?)\.?(?::\d{1,5})?(?:\/[^?#]*)?$/i;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The one way in which a domain is kept, or undefined where the text names none. Whatever a visitor's browser
 * sends as its host comes out the same: lower case, ASCII, without scheme, port, path and the dot at the end.
 */
export function domainNameOf(text: string): string | undefined {
  const host = domainToASCII(GIVEN.exec(text)?.[1] ?? '');
  const labels = host.split('.');
  const isName =
    host.length <= MAX_LENGTH &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    // Every label that says it stands for other letters must really do so.
    !/(^|\.)xn--/.test(domainToUnicode(host)) &&
    // What ends in a number is an IP address.
    !/^\d+$/.test(labels.at(-1)!);
  return isName ? host : undefined;
}
