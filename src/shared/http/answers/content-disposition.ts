import { create } from 'content-disposition';

type Disposition = 'inline' | 'attachment';

/** Pictures and videos, except SVG: it can contain scripts, so browsers save it. An `img` element still shows it. */
const SHOWN = /^(image\/(?!svg)|video\/)/;

/** What a browser does with a file: it shows it, or saves it. */
export function dispositionOf(mediaType: string): Disposition {
  return SHOWN.test(mediaType) ? 'inline' : 'attachment';
}

/**
 * RFC 6266: the name under which a browser saves a file. Slashes, quotes, control characters and leading dots, which
 * could change the path, become `_`. Clients that only support ASCII get `_` for every other character, and for `%`,
 * because some of them decode what follows it.
 */
export function contentDisposition(kind: Disposition, name: string): string {
  const safe = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/gu, '_').replace(/^\.+/, '_');
  return create(safe, { type: kind, fallback: safe.replaceAll(/[^\x20-\x7e]|%/g, '_') });
}
