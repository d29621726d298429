import type { ListedDomain } from '../../modules/links/index.js';
import { expiryOf, rateLimitOf, scopesOf, stateOf } from '../../shared/auth/keys/key-standing.js';
import type { StoredKey } from '../../shared/auth/keys/key-store.js';
import type { ListedTenant } from '../../shared/auth/tenant-store.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { Answer } from '../terminal/answer.js';
import { tableOf } from '../terminal/table.js';

export function keyAnswer(keys: readonly StoredKey[], now: Date): Answer {
  const json = keys.map((key) => ({
    keyId: wireId('key', key.id),
    name: key.name,
    tenant: key.tenantName,
    origin: key.origin,
    parentKeyId: key.parentId && wireId('key', key.parentId),
    scopes: scopesOf(key),
    rateLimit: rateLimitOf(key),
    state: stateOf(key, now.getTime()),
    createdAt: isoTime(key.createdAt),
    expiresAt: timeOrNull(expiryOf(key)),
    lastUsedAt: timeOrNull(key.lastUsedAt),
  }));
  const table = tableOf(json, [
    ['KEY', ({ keyId }) => keyId],
    ['NAME', ({ name }) => name],
    ['TENANT', ({ tenant }) => tenant],
    ['ORIGIN', ({ parentKeyId, origin }) => (parentKeyId ? `child of ${parentKeyId}` : origin)],
    ['SCOPES', ({ scopes }) => scopes.join(',')],
    ['RATE LIMIT', ({ rateLimit }) => rateLimit ?? 'none'],
    ['STATE', ({ state }) => state],
    ['CREATED', ({ createdAt }) => createdAt],
    ['EXPIRES', ({ expiresAt }) => expiresAt ?? 'never'],
    ['LAST USED', ({ lastUsedAt }) => lastUsedAt ?? 'never'],
  ]);
  return { json, table };
}

export function tenantAnswer(tenants: readonly ListedTenant[]): Answer {
  const json = tenants.map(({ id, createdAt, name, slug, keys }) => ({
    ...{ tenantId: wireId('tenant', id), name, slug, keys },
    createdAt: isoTime(createdAt),
  }));
  const table = tableOf(json, [
    ['TENANT', ({ tenantId }) => tenantId],
    ['NAME', ({ name }) => name],
    ['SLUG', ({ slug }) => slug],
    ['KEYS', ({ keys }) => keys],
    ['CREATED', ({ createdAt }) => createdAt],
  ]);
  return { json, table };
}

export function domainAnswer(domains: readonly ListedDomain[]): Answer {
  const json = domains.map(({ domain, tenantName, isProven, provenUntil, checkedAt, checkFault }) => ({
    ...{ domain, tenant: tenantName, isProven, fault: checkFault ?? null },
    provenUntil: timeOrNull(provenUntil),
    checkedAt: timeOrNull(checkedAt),
  }));
  const table = tableOf(json, [
    ['DOMAIN', ({ domain }) => domain],
    ['TENANT', ({ tenant }) => tenant],
    ['STATE', ({ isProven }) => (isProven ? 'proven' : 'unproven')],
    ['PROVEN UNTIL', ({ provenUntil }) => provenUntil],
    ['LAST CHECK', ({ checkedAt }) => checkedAt ?? 'never'],
    ['FAULT', ({ fault }) => fault],
  ]);
  return { json, table };
}

function timeOrNull(millis: number | null): string | null {
  return millis === null ? null : isoTime(millis);
}

function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}
