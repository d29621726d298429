import { hash } from 'node:crypto';
import { RESERVED_PATHS } from '../../../shared/config/site-address.js';

/** After normalisation. */
export const MAX_PATH_LENGTH = 2048;

/** Longer than any valid path before normalisation. A limit, because NFC normalisation takes quadratic time. */
const MAX_GIVEN_LENGTH = 30_000;

const CONTROL = /\p{Cc}/u;
/** Characters to percent-encode: ASCII characters that a URL path does not allow, and every kind of space. */
const TO_ENCODE = /[^A-Za-z0-9\-._~!$&'()*+,;=:@\u{A1}-\u{10FFFF}]|\p{Z}/gu;

/**
 * Normalises a path; undefined if the text is not a path. All spellings that browsers request for the same link give
 * the same result: letters stay readable, and only characters that need it are percent-encoded.
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

/** Whether the site itself uses the path. */
export function isReserved(path: string): boolean {
  return RESERVED_PATHS.some((reserved) => path === reserved || path.startsWith(`${reserved}/`));
}

/** A hash, because a path can be too long for an index. */
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
