import type { ListedDomain } from '../modules/links/index.js';
import { expiryOf, rateLimitOf, scopesOf, stateOf } from '../shared/auth/keys/key-standing.js';
import type { StoredKey } from '../shared/auth/keys/key-store.js';
import type { ListedTenant } from '../shared/auth/tenant-store.js';
import { wireId } from '../shared/kernel/ids.js';

const KEY_HEAD = [
  'KEY',
  'NAME',
  'TENANT',
  'ORIGIN',
  'SCOPES',
  'RATE LIMIT',
  'STATE',
  'CREATED',
  'EXPIRES',
  'LAST USED',
];

export function keyTable(keys: readonly StoredKey[], now: Date): string {
  return aligned([KEY_HEAD, ...keys.map((key) => rowOf(key, now))]);
}

const TENANT_HEAD = ['TENANT', 'NAME', 'SLUG', 'KEYS', 'CREATED'];

export function tenantTable(tenants: readonly ListedTenant[]): string {
  const rows = tenants.map(({ id, name, slug, keys, createdAt }) => [
    wireId('tenant', id),
    name,
    slug,
    String(keys),
    isoTime(createdAt),
  ]);
  return aligned([TENANT_HEAD, ...rows]);
}

const DOMAIN_HEAD = ['DOMAIN', 'TENANT', 'STATE', 'PROVEN UNTIL', 'LAST CHECK', 'FAULT'];

export function domainTable(domains: readonly ListedDomain[]): string {
  const rows = domains.map(({ domain, tenantName, isProven, provenUntil, checkedAt, checkFault }) => [
    domain,
    tenantName,
    isProven ? 'proven' : 'unproven',
    provenUntil === null ? '-' : isoTime(provenUntil),
    timeOrNever(checkedAt),
    checkFault ?? '-',
  ]);
  return aligned([DOMAIN_HEAD, ...rows]);
}

function rowOf(key: StoredKey, now: Date): string[] {
  const { id, name, tenantName, origin, createdAt, lastUsedAt, parentId } = key;
  return [
    wireId('key', id),
    name ?? '-',
    tenantName,
    parentId ? `child of ${wireId('key', parentId)}` : origin,
    scopesOf(key).join(','),
    rateLimitOf(key) ?? 'none',
    stateOf(key, now.getTime()),
    isoTime(createdAt),
    timeOrNever(expiryOf(key)),
    timeOrNever(lastUsedAt),
  ];
}

function timeOrNever(millis: number | null): string {
  return millis === null ? 'never' : isoTime(millis);
}

function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}

function aligned(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
