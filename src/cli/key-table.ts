import type { StoredKey } from '../shared/auth/key-store.js';
import { wireId } from '../shared/kernel/ids.js';

const HEAD = ['KEY', 'TENANT', 'ORIGIN', 'SCOPES', 'STATE', 'CREATED', 'LAST USED'];

export function keyTable(keys: readonly StoredKey[], now: Date): string {
  return aligned([HEAD, ...keys.map((key) => rowOf(key, now))]);
}

function rowOf(key: StoredKey, now: Date): string[] {
  const { id, tenantName, origin, scopes, createdAt, lastUsedAt } = key;
  const lastUsed = lastUsedAt === null ? 'never' : isoTime(lastUsedAt);
  return [
    wireId('key', id),
    tenantName,
    origin,
    scopes.join(','),
    stateOf(key, now),
    isoTime(createdAt),
    lastUsed,
  ];
}

function stateOf({ revokedAt, expiresAt }: StoredKey, now: Date): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now.getTime() ? 'expired' : 'active';
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
