import { hash } from 'node:crypto';
import { RESERVED_PATHS } from '../../shared/config/site-address.js';

/** More than any path has before it is normalised; composing letters takes the square of their number. */
const MAX_GIVEN_LENGTH = 30_000;

const CONTROL = /\p{Cc}/u;
/** What does not stand for itself in a path: of ASCII all but what a URL allows there, and every kind of space. */
const TO_ENCODE = /[^A-Za-z0-9\-._~!$&'()*+,;=:@\u{A1}-\u{10FFFF}]|\p{Z}/gu;

/**
 * The one way in which a path is kept, or undefined where the text is none. Whatever a browser asks for when
 * somebody follows the link comes out the same: letters are readable, and only what must be is percent-encoded.
 */
export function linkPathOf(text: string): string | undefined {
  if (text === '' || text.length > MAX_GIVEN_LENGTH || !text.isWellFormed() || /[?#]/.test(text))
    return undefined;
  const kept: string[] = [];
  for (const given of text.split('/')) {
    const segment = decoded(given)?.normalize('NFC');
    if (segment === undefined || CONTROL.test(segment)) return undefined;
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(encoded(segment));
  }
  return `/${kept.join('/')}`;
}

/** Whether the site itself answers there. */
export function isReserved(path: string): boolean {
  return RESERVED_PATHS.some((reserved) => path === reserved || path.startsWith(`${reserved}/`));
}

/** Paths can be longer than what an index takes. */
export function pathHashOf(path: string): Buffer {
  return hash('sha256', path, 'buffer');
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function encoded(segment: string): string {
  return segment.replaceAll(TO_ENCODE, encodeURIComponent);
}
