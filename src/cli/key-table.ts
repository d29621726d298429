import type { StoredKey } from '../shared/auth/key-store.js';
import { wireId } from '../shared/kernel/ids.js';

const HEAD = ['KEY', 'TENANT', 'ORIGIN', 'SCOPES', 'RATE LIMIT', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED'];

export function keyTable(keys: readonly StoredKey[], now: Date): string {
  return aligned([HEAD, ...keys.map((key) => rowOf(key, now))]);
}

function rowOf(key: StoredKey, now: Date): string[] {
  const { id, tenantName, origin, scopes, rateLimit, createdAt, expiresAt, lastUsedAt } = key;
  return [
    wireId('key', id),
    tenantName,
    origin,
    scopes.join(','),
    rateLimit ?? 'none',
    stateOf(key, now),
    isoTime(createdAt),
    timeOrNever(expiresAt),
    timeOrNever(lastUsedAt),
  ];
}

function stateOf({ revokedAt, expiresAt }: StoredKey, now: Date): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now.getTime() ? 'expired' : 'active';
}

function timeOrNever(millis: number | null): string {
  return millis === null ? 'never' : isoTime(millis);
}

function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}

function aligned(rows: readonly string[][]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
