import { Injectable } from '@nestjs/common';
import type { ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { auditedTransaction, type NoteDone } from '../../audit/audited-transaction.js';
import { fieldsGiven } from '../../audit/field-changes.js';
import { ConnectionShares } from '../../database/transactions/connection-shares.js';
import { millis } from '../../database/driver/sql.js';
import { clock } from '../../kernel/clock.js';
import { newUuid, wireId } from '../../kernel/ids.js';
import { rateLimitText, type RateLimit } from '../../kernel/rate-limit.js';
import { generateKey, hashKey, keyIdOf } from './api-key.js';
import { endOf, PARENT_GRANT, type SecretGrant } from './key-standing.js';
import { ALL_SCOPES, MANAGES_KEYS } from './scopes.js';

export interface StoredKey extends SecretGrant {
  id: string;
  tenantId: string;
  tenantName: string;
  name: string | null;
  origin: KeyOrigin;
  /** The key of which this one is a child. */
  parentId: string | null;
  hash: Buffer;
  scopes: string[];
  /** As written on the command line; null if the key has no limit of its own. */
  rateLimit: string | null;
  /** This time and those below are milliseconds since 1970. */
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
}

/** The origin of a key. */
export type KeyOrigin = 'api' | 'cli' | 'environment' | 'data folder';

interface NewKey {
  tenantId: string;
  origin: KeyOrigin;
  name?: string;
  scopes: readonly string[];
  expiresAt?: Date;
  rateLimit?: RateLimit;
}

const SELECT = `
  select k.id, k.tenant_id as "tenantId", t.name as "tenantName", k.name, k.origin, k.hash, k.scopes,
         k.rate_limit as "rateLimit", k.parent_id as "parentId",
         k.previous_hash as "previousHash", ${millis('k.previous_until')} as "previousUntil",
         ${millis('k.created_at')} as "createdAt", ${millis('k.expires_at')} as "expiresAt",
         ${millis('k.revoked_at')} as "revokedAt", ${millis('k.last_used_at')} as "lastUsedAt",
         ${PARENT_GRANT} as parent
  from api_key k join tenant t on t.id = k.tenant_id left join api_key p on p.id = k.parent_id`;

const MANAGING_SCOPES = `array['${ALL_SCOPES}', '${MANAGES_KEYS}']`;

/** SQL: whether the key `k` can manage keys for as long as nobody ends it. */
export const MANAGES_FOR_GOOD = `
  k.revoked_at is null and k.expires_at is null and k.parent_id is null
  and k.scopes && ${MANAGING_SCOPES}`;

/** Keys are not records of a tenant, so they are read and written without the tenant filter. */
@Injectable()
export class KeyStore {
  constructor(private readonly connections: ConnectionShares) {}

  /** Finds a key by its secret, and by the one before its last rotation. */
  async findByHashes(hashes: readonly Buffer[]): Promise<StoredKey[]> {
    const { rows } = await this.query<StoredKey>({
      name: 'api_key.by_hashes',
      text: `${SELECT} where k.hash = any($1) or k.previous_hash = any($1)`,
      values: [hashes],
    });
    return rows;
  }

  async list(): Promise<StoredKey[]> {
    return (await this.query<StoredKey>({ text: `${SELECT} order by k.created_at, k.id` })).rows;
  }

  async generate(grant: NewKey): Promise<string> {
    const { id, text } = generateKey();
    await auditedTransaction(this.connections, (client, done) => insert(client, done, id, text, grant));
    return text;
  }

  /**
   * Registers a given text as a key, and revokes the tenant's earlier key from the same origin. Returns false if the
   * text is a key that has ended, which does not begin again.
   */
  async register(text: string, grant: NewKey): Promise<boolean> {
    const hash = hashKey(text);
    const [known] = await this.findByHashes([hash]);
    if (known) return endOf(known, hash, clock.now().getTime()) === undefined;
    // The condition on the hash is needed because another process may register the same text at the same time.
    await auditedTransaction(this.connections, async (client, done) => {
      const { rows } = await client.query<{ id: string }>(
        `update api_key set revoked_at = $1
         where tenant_id = $2 and origin = $3 and hash <> $4 and revoked_at is null returning id`,
        [clock.now(), grant.tenantId, grant.origin, hash],
      );
      for (const { id } of rows) done(revoked(grant.tenantId, id));
      await insert(client, done, keyIdOf(text) ?? newUuid(), text, grant);
    });
    return true;
  }

  /** Returns whether the key exists. */
  async revoke(id: string): Promise<boolean> {
    return auditedTransaction(this.connections, async (client, done) => {
      const { rows } = await client.query<{ tenantId: string; wasRevoked: boolean }>(
        `update api_key k set revoked_at = coalesce(k.revoked_at, $1)
         from (select id, revoked_at from api_key where id = $2 for update) before
         where k.id = before.id returning k.tenant_id as "tenantId", before.revoked_at is not null as "wasRevoked"`,
        [clock.now(), id],
      );
      for (const { tenantId, wasRevoked } of rows) if (!wasRevoked) done(revoked(tenantId, id));
      return rows.length === 1;
    });
  }

  /** Whether this key could manage keys, and its tenant has no key left that can. */
  async leftNobody(id: string): Promise<boolean> {
    const { rowCount } = await this.query({
      text: `select from api_key last
             where last.id = $1 and last.expires_at is null and last.parent_id is null
               and last.scopes && ${MANAGING_SCOPES}
               and not exists (select from api_key k where k.tenant_id = last.tenant_id and ${MANAGES_FOR_GOOD})`,
      values: [id],
    });
    return rowCount === 1;
  }

  /** Writes at most once a minute. */
  async markUsed(id: string): Promise<void> {
    const now = clock.now();
    const aMinuteAgo = new Date(now.getTime() - 60_000);
    await this.query({
      text: `update api_key set last_used_at = $1
             where id = $2 and (last_used_at is null or last_used_at < $3)`,
      values: [now, id, aMinuteAgo],
    });
  }

  /** Uses the service's own connections, so that a flood of requests does not block authentication. */
  private query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    return this.connections.query<Row>(query, 'service');
  }
}

/** Inserts nothing if the text is a key: another process may register the same one at the same time. */
async function insert(
  client: ClientBase,
  done: NoteDone,
  id: string,
  text: string,
  grant: NewKey,
): Promise<void> {
  const { tenantId, origin, name = null, scopes, expiresAt = null } = grant;
  const rateLimit = grant.rateLimit ? rateLimitText(grant.rateLimit) : null;
  const { rowCount } = await client.query(
    `insert into api_key (id, tenant_id, origin, name, hash, scopes, created_at, updated_at, expires_at, rate_limit)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9) on conflict (hash) do nothing`,
    [id, tenantId, origin, name, hashKey(text), scopes, clock.now(), expiresAt, rateLimit],
  );
  const changes = fieldsGiven({ name, origin, scopes, rateLimit, expiresAt });
  if (rowCount === 1) done({ tenantId, operation: 'api_key.created', record: wireId('key', id), changes });
}

function revoked(tenantId: string, id: string) {
  return { tenantId, operation: 'api_key.revoked', record: wireId('key', id) };
}
