import { Injectable } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../database/records/prepared-writes.js';
import { RowInsert, type RowCount } from '../database/records/row-insert.js';
import type { Transaction } from '../database/transactions/transaction.js';
import { currentActor } from '../database/transactions/work-context.js';
import { uuidInWireId } from '../kernel/ids.js';
import { EntityChanges } from './entity-changes.js';
import type { FieldChanges } from './field-changes.js';

/** One thing that was done, as the audit log keeps it. */
export interface NewAuditEntry {
  id: string;
  /** What was done; for most changes the kind of their event. */
  operation: string;
  /** The changed record, in the form of the API; null if there is not one. */
  record: string | null;
  /** The record that it belongs to, if that is another one. */
  parent: string | null;
  /** Set if the ORM does not store the record. */
  changes?: FieldChanges;
}

/** Who acts is the same for all entries of a transaction. */
export const entryInsert = new RowInsert(
  'audit_entry',
  { id: 'uuid', operation: 'text', record: 'text', parent: 'text', changes: 'json' },
  ['actor_type', 'actor', 'actor_name', 'network', 'request_id'],
);

/** The values that all entries of a transaction have, in the order of their columns. */
export function actorParams(): unknown[] {
  const { type, id, name, network, requestId } = currentActor();
  return [type, id, name, network, requestId];
}

const eraseEntries = new PreparedWrite(
  'audit_entry.erase',
  `update audit_entry set record = null, parent = null, changes = null
   where tenant_id = $1 and (record = any($2) or parent = any($2))`,
);

/** The entries of the audit log, from their transaction to the erasure of a person. */
@Injectable()
export class AuditEntries {
  private readonly erased = new WeakMap<Transaction, Set<string>>();

  constructor(
    private readonly writes: PreparedWrites,
    private readonly changes: EntityChanges,
  ) {}

  /** Call it after the last flush. */
  toParams(count: RowCount, entries: readonly NewAuditEntry[], transaction: Transaction): unknown[] {
    const kept = entries.map((entry) => this.keptOf(entry, transaction));
    return entryInsert.toParams(count, kept, actorParams());
  }

  /** Earlier entries about these records, and those that the transaction is about to write, keep no ids and values. */
  async erase(records: readonly string[], transaction: Transaction): Promise<void> {
    const erased = this.erased.get(transaction) ?? new Set();
    for (const record of records) erased.add(record);
    this.erased.set(transaction, erased);
    await this.writes.run(eraseEntries, records);
  }

  private keptOf(entry: NewAuditEntry, transaction: Transaction) {
    const { id, operation, record, parent } = entry;
    const erased = this.erased.get(transaction);
    if ([record, parent].some((each) => each !== null && erased?.has(each)))
      return { id, operation, record: null, parent: null, changes: null };
    const changes = entry.changes ?? this.storedChanges(record, transaction);
    return { id, operation, record, parent, changes: changes ? JSON.stringify(changes) : null };
  }

  private storedChanges(record: string | null, transaction: Transaction): FieldChanges | undefined {
    const uuid = record === null ? undefined : uuidInWireId(record);
    return uuid === undefined ? undefined : this.changes.of(transaction, uuid);
  }
}
