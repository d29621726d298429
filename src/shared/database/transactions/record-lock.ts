import { EntityManager, LockMode, type EntityClass, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { currentTenant, currentTransaction } from './work-context.js';

/**
 * Locks one record until the end of the transaction. A transaction that wants a record locked by another one of this
 * process waits here, without a connection.
 */
@Injectable()
export class RecordLock {
  constructor(private readonly em: EntityManager) {}

  async findOne<Entity extends { id: string }>(
    entity: EntityClass<Entity>,
    where: { id: string } & FilterQuery<Entity>,
    options: { refresh?: boolean } = {},
  ): Promise<Entity | null> {
    await this.wait(where.id);
    return this.em.findOne(entity, where, { ...options, lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  /** For a prepared read that locks the row: await this before sending the read and anything sent with it. */
  async wait(id: string): Promise<void> {
    await currentTransaction().waitForLock(`${currentTenant()} ${id}`);
  }
}
