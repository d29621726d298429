import { ChangeSetType, type EventSubscriber, type FlushEventArgs } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { currentTransaction } from '../database/transactions/work-context.js';
import type { Transaction } from '../database/transactions/transaction.js';
import { fieldsNamed, fieldsOfNew, type FieldChanges } from './field-changes.js';

interface Change {
  entity: object;
  isNew: boolean;
  /** The changed fields of all flushes. */
  names: Set<string>;
  /** As loaded. */
  stored: Readonly<Record<string, unknown>>;
}

const DELETIONS = [ChangeSetType.DELETE, ChangeSetType.DELETE_EARLY];

/** What the ORM has stored in a transaction, by the id of the record. */
@Injectable()
export class EntityChanges implements EventSubscriber {
  private readonly ofTransactions = new WeakMap<Transaction, Map<string, Change>>();

  constructor(em: EntityManager) {
    em.getEventManager().registerSubscriber(this);
  }

  onFlush({ uow }: FlushEventArgs): void {
    for (const { entity, type, payload, originalEntity = {} } of uow.getChangeSets()) {
      const { id } = entity as { id?: string };
      if (id === undefined || DELETIONS.includes(type)) continue;
      const change = this.changeOf(id, {
        entity,
        isNew: type === ChangeSetType.CREATE,
        names: new Set(),
        stored: originalEntity,
      });
      for (const name of Object.keys(payload)) change.names.add(name);
    }
  }

  /** Undefined if the ORM has not stored the record in this transaction. Ask after the last flush. */
  of(transaction: Transaction, recordId: string): FieldChanges | undefined {
    const change = this.ofTransactions.get(transaction)?.get(recordId);
    if (!change) return undefined;
    const { entity, isNew, names, stored } = change;
    return isNew ? fieldsOfNew(entity) : fieldsNamed(names, stored, entity);
  }

  private changeOf(id: string, fresh: Change): Change {
    const transaction = currentTransaction();
    const changes = this.ofTransactions.get(transaction) ?? new Map<string, Change>();
    this.ofTransactions.set(transaction, changes);
    const change = changes.get(id) ?? fresh;
    changes.set(id, change);
    return change;
  }
}
