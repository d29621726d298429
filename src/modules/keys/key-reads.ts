import { MANAGES_FOR_GOOD } from '../../shared/auth/keys/key-store.js';
import {
  expiryOf,
  PARENT_GRANT,
  rateLimitOf,
  scopesOf,
  stateOf,
  type ParentGrant,
} from '../../shared/auth/keys/key-standing.js';
import { ListRead } from '../../shared/database/lists/list-read.js';
import type { RecordOf } from '../../shared/database/records/column-map.js';
import { PreparedRead } from '../../shared/database/records/prepared-reads.js';
import { clock } from '../../shared/kernel/clock.js';
import { DAY_MS } from '../../shared/kernel/durations.js';
import { wireId } from '../../shared/kernel/ids.js';
import { readRateLimit } from '../../shared/kernel/rate-limit.js';
import { wireTime, wireTimeOrNull } from '../../shared/kernel/wire-time.js';
import { apiKeyFields, secretFields } from './api-key.entity.js';
import type { ApiKeyView, KeyOriginView } from './keys.dto.js';

/** The input of a view. Entities and rows both have this shape. */
export type ApiKeyRecord = RecordOf<typeof apiKeyFields> & { id: string };

interface ApiKeyRow extends ApiKeyRecord {
  parent: ParentGrant | null;
}

/** The key of the caller, with all that decides what it may do. */
export type OwnKeyRow = ApiKeyRow & RecordOf<typeof secretFields> & { tenantName: string };

const COLUMNS = `k.id, ${apiKeyFields.select('k')}, ${PARENT_GRANT} as parent`;
const PARENT = 'left join api_key p on p.tenant_id = k.tenant_id and p.id = k.parent_id';

export const apiKeyById = new PreparedRead<ApiKeyRow>(
  'api_key.by_id',
  `select ${COLUMNS} from api_key k ${PARENT} where k.tenant_id = $1 and k.id = $2`,
  { isShort: true },
);

export const ownKeyById = new PreparedRead<OwnKeyRow>(
  'api_key.own',
  `select ${COLUMNS}, ${secretFields.select('k')}, t.name as "tenantName"
   from api_key k join tenant t on t.id = k.tenant_id ${PARENT} where k.tenant_id = $1 and k.id = $2`,
  { isShort: true },
);

export const apiKeyList = new ListRead<ApiKeyRow>('api_keys', {
  columns: COLUMNS,
  bytes: apiKeyFields.bytes('k'),
  from: 'api_key k',
  joined: PARENT,
  alias: 'k',
  order: { 'k.created_at': 'timestamptz', 'k.id': 'uuid' },
  direction: 'desc',
  filters: { parentId: 'k.parent_id = ?' },
  countUpTo: 10_000,
});

/** Children that work: those of an earlier secret of their parent do not. */
export const countChildren = new PreparedRead<{ count: number }>(
  'api_key.count_children',
  `select count(*)::int as count from api_key
   where tenant_id = $1 and parent_id = $2 and parent_hash = $3 and revoked_at is null and expires_at > $4`,
);

export const anotherManager = new PreparedRead<{ id: string }>(
  'api_key.another_manager',
  `select k.id from api_key k where k.tenant_id = $1 and k.id <> $2 and ${MANAGES_FOR_GOOD} limit 1`,
);

/** What a child has is what it and its parent have. */
export function apiKeyView(key: ApiKeyRecord, parent: ParentGrant | null): ApiKeyView {
  const grant = { ...key, parent };
  const limit = rateLimitOf(grant);
  return {
    apiKeyId: wireId('key', key.id),
    name: key.name ?? null,
    origin: key.origin.replace(' ', '_') as KeyOriginView,
    parentApiKeyId: key.parentId ? wireId('key', key.parentId) : null,
    state: stateOf(grant, clock.now().getTime()),
    scopes: [...scopesOf(grant)],
    rateLimit: (limit !== null && readRateLimit(limit)) || null,
    expiresAt: wireTimeOrNull(expiryOf(grant)),
    revokedAt: wireTimeOrNull(key.revokedAt ?? null),
    previousSecretExpiresAt: wireTimeOrNull(key.previousUntil ?? null),
    lastUsedAt: key.lastUsedAt ? wireTime(dayOf(key.lastUsedAt)) : null,
    createdAt: wireTime(key.createdAt),
    updatedAt: wireTime(key.updatedAt ?? key.createdAt),
  };
}

/** A time of each minute would change the ETag of a key in use all the time. */
function dayOf(moment: Date | number): number {
  return Math.floor(Number(moment) / DAY_MS) * DAY_MS;
}
