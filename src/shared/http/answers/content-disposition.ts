import { create } from 'content-disposition';

/**
 * RFC 6266: the name under which a browser saves a file. Slashes, quotes, control characters and leading dots, which
 * could change the path, become `_`. Clients that only support ASCII get `_` for every other character, and for `%`,
 * because some of them decode what follows it.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/gu, '_').replace(/^\.+/, '_');
  return create(safe, { type: kind, fallback: safe.replaceAll(/[^\x20-\x7e]|%/g, '_') });
}
