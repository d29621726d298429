import type { ClientBase } from 'pg';
import type { ConnectionShares } from '../database/transactions/connection-shares.js';
import { currentContext, inContext } from '../database/transactions/work-context.js';
import { clock } from '../kernel/clock.js';
import { newUuid } from '../kernel/ids.js';
import { actorParams, entryInsert } from './audit-entries.js';
import type { FieldChanges } from './field-changes.js';

/** What was done to a key or a tenant. */
interface Done {
  tenantId: string;
  operation: string;
  /** In the form of the API. */
  record: string;
  changes?: FieldChanges;
}

export type NoteDone = (what: Done) => void;

/**
 * For keys and tenants, which are found and stored without a tenant, and so without a unit of work: the work and the
 * audit entries that it asks for are one transaction, on the service's own connections.
 */
export async function auditedTransaction<Result>(
  connections: ConnectionShares,
  work: (client: ClientBase, done: NoteDone) => Promise<Result>,
): Promise<Result> {
  const service = { ...currentContext(), kind: 'service' } as const;
  const connection = await inContext(service, () => connections.connect());
  const { client } = connection;
  let isBroken = true;
  try {
    await client.query('begin');
    const entries: Done[] = [];
    const result = await work(client, (what) => entries.push(what));
    if (entries.length > 0) await ensureMonth(client);
    for (const entry of entries) await keep(client, entry);
    await client.query('commit');
    isBroken = false;
    return result;
  } catch (error) {
    isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    connection.release(isBroken);
  }
}

/** A command may run after the service was stopped for months. */
async function ensureMonth(client: ClientBase): Promise<void> {
  await client.query(`select ensure_partitions('month', '{audit_entry}', $1)`, [clock.now()]);
}

async function keep(client: ClientBase, { tenantId, operation, record, changes }: Done): Promise<void> {
  const kept = changes ? JSON.stringify(changes) : null;
  const entry = { id: newUuid(), operation, record, parent: null, changes: kept };
  await client.query(entryInsert.sql('one', 2), [
    tenantId,
    ...entryInsert.toParams('one', [entry], actorParams()),
  ]);
}
