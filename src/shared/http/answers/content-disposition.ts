import { create } from 'content-disposition';

/**
 * RFC 6266: under which name a browser saves a file. Slashes, quotes, control characters and leading dots, which could
 * lead elsewhere, become `_`. Clients that know ASCII alone are given `_` for every other character, and for `%`, because
 * some of them take what follows it for an encoded character.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/gu, '_').replace(/^\.+/, '_');
  return create(safe, { type: kind, fallback: safe.replaceAll(/[^\x20-\x7e]|%/g, '_') });
}
