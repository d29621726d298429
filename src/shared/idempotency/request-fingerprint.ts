import { hash } from 'node:crypto';

/**
 * Two requests under one idempotency key are the same request if method, URL (with the query string) and body are the
 * same. Headers do not count.
 */
export function requestFingerprint(method: string, url: string, body: Buffer = Buffer.alloc(0)): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(`${method} ${url}\n`), body]), 'buffer');
}

/**
 * Replaces the body of an upload: the fields, and the hash of the file's content. The body itself is unsuitable,
 * because the boundaries between its parts differ each time it is sent.
 */
export function uploadFingerprint(form: Readonly<Record<string, unknown>>): Buffer {
  const fields = Object.entries(form).map(([name, value]) => [
    name,
    hasContent(value) ? value.sha256 : value,
  ]);
  return Buffer.from(JSON.stringify(fields.sort()));
}

function hasContent(value: unknown): value is { sha256: string } {
  return typeof value === 'object' && value !== null && 'sha256' in value;
}
