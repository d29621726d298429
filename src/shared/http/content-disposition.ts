/**
 * RFC 6266: a name for all clients in plain ASCII, and the real one for those that know RFC 8187.
 * Slashes, quotes and control characters, which could lead elsewhere or out of the header, become `_`.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/gu, '_').replace(/^\.+/, '_');
  const plain = safe.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll('%', '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded(safe)}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
