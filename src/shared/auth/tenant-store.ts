import { Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import { LRUCache } from 'lru-cache';
import { auditedTransaction } from '../audit/audited-transaction.js';
import { TenantFailures } from './tenant-failures.js';
import { ConnectionShares } from '../database/transactions/connection-shares.js';
import { millis } from '../database/driver/sql.js';
import { currentContext, inContext } from '../database/transactions/work-context.js';
import { clock } from '../kernel/clock.js';
import { newUuid, wireId } from '../kernel/ids.js';
import { slugOf, withRandomSuffix } from '../kernel/texts/slug.js';

export { DEFAULT_TENANT } from './default-tenant.js';

/** The slug of a tenant whose name has no character that a slug can contain. */
export const TENANT_WITHOUT_LETTERS = 'tenant';

/** Inserts nothing if the name or the slug is taken. */
const CREATE = `
  insert into tenant (id, name, slug, created_at) values ($1, $2, $3, $4) on conflict do nothing returning id`;

const LIST = `
  select t.id, t.name, t.slug, ${millis('t.created_at')} as "createdAt", count(k.id)::int as keys
  from tenant t left join api_key k
    on k.tenant_id = t.id and k.parent_id is null and k.revoked_at is null and (k.expires_at is null or k.expires_at > $1)
  group by t.id order by t.created_at, t.id`;

export interface ListedTenant {
  id: string;
  name: string;
  /** Its name in the addresses of its pages. */
  slug: string;
  /** Number of its valid keys, without children. */
  keys: number;
  createdAt: number;
}

@Injectable()
export class TenantStore {
  private readonly owners = new LRUCache<string, { row: object | undefined }>({ max: 10_000, ttl: 500 });

  constructor(private readonly connections: ConnectionShares) {}

  async idOf(name: string): Promise<string | undefined> {
    const query = { text: 'select id from tenant where name = $1', values: [name] };
    const { rows } = await this.connections.query<{ id: string }>(query, 'service');
    return rows[0]?.id;
  }

  async list(now: Date): Promise<ListedTenant[]> {
    const query = { text: LIST, values: [now] };
    return (await this.connections.query<ListedTenant>(query, 'service')).rows;
  }

  /**
   * Returns the new tenant's id, or undefined if the name is taken. Joins the current unit of work, if there is one,
   * which then leaves the audit entry.
   */
  async create(name: string, id = newUuid()): Promise<string | undefined> {
    const transaction = currentContext()?.transaction;
    if (transaction) return insert((query) => transaction.query<{ id: string }>(query), name, id);
    return auditedTransaction(this.connections, async (client, done) => {
      const created = await insert((query) => client.query<{ id: string }>(query), name, id);
      if (created) done({ tenantId: id, operation: 'tenant.created', record: wireId('tenant', id) });
      return created;
    });
  }

  /**
   * For visitors, who have no key: a query over all tenants returns the row that identifies the owner of the site. The
   * work sees only the rows of that tenant; without a row it does not run. The row is cached for half a second, so
   * that a flood at one tenant's site waits in the queue of that tenant, and not in that of all.
   */
  async forOwner<Owner extends { tenantId: string }, Result>(
    look: { text: string; values: unknown[] },
    work: (owner: Owner) => Promise<Result>,
  ): Promise<Result | undefined> {
    const key = JSON.stringify([look.text, look.values]);
    const known = this.owners.get(key) as { row: Owner | undefined } | undefined;
    const { row } = known ?? { row: (await this.rowsOfAll<Owner>(look))[0] };
    if (!known) this.owners.set(key, { row });
    return row && this.inTenant(row.tenantId, () => work(row));
  }

  /** For operators: rows of all tenants. */
  async rowsOfAll<Row extends object>(look: { text: string; values: unknown[] }): Promise<Row[]> {
    return (await this.connections.query<Row>(look)).rows;
  }

  /**
   * Runs work for one tenant after the other; each run sees only the rows of that tenant. If one run fails, the next
   * still runs; at the end all failures are thrown together.
   */
  async forEach(work: () => Promise<void>): Promise<void> {
    await this.forEachFound({ text: 'select id as "tenantId" from tenant order by id', values: [] }, work);
  }

  /**
   * The same, once for each row of a query over all tenants; each row names its tenant. For work that few tenants
   * have. Returns the number of rows. `atOnce` is the number of rows processed in parallel.
   */
  async forEachFound<Found extends { tenantId: string }>(
    look: { text: string; values: unknown[] },
    work: (found: Found) => Promise<void>,
    { atOnce = 1 } = {},
  ): Promise<number> {
    const { rows } = await this.connections.query<Found>(look);
    const failures = new TenantFailures();
    const waiting = rows.values();
    const workOnRest = async () => {
      for (const found of waiting)
        await this.inTenant(found.tenantId, () => work(found)).catch((error: unknown) =>
          failures.add(found.tenantId, error),
        );
    };
    await Promise.all(Array.from({ length: atOnce }, workOnRest));
    failures.throwIfAny();
    return rows.length;
  }

  private inTenant<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
    return inContext({ ...currentContext(), tenantId }, work);
  }
}

async function insert(
  send: (query: QueryConfig) => Promise<{ rows: { id: string }[] }>,
  name: string,
  id: string,
): Promise<string | undefined> {
  const slug = slugOf(name, TENANT_WITHOUT_LETTERS);
  for (const each of [slug, withRandomSuffix(slug)]) {
    const query = { text: CREATE, values: [id, name, each, clock.now()] };
    const { rows } = await send(query);
    if (rows[0]) return rows[0].id;
  }
  return undefined;
}
