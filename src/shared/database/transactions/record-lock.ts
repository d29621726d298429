import { EntityManager, LockMode, type EntityClass, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { currentTenant, currentTransaction } from './work-context.js';

/**
 * Locks one record until the end of the transaction. Whoever wants a record that another transaction of this process
 * has locked waits here, and has no connection meanwhile.
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

  /** For a prepared read that locks the row: to be awaited before that is sent, and before what is sent with it. */
  async wait(id: string): Promise<void> {
    await currentTransaction().waitForLock(`${currentTenant()} ${id}`);
  }
}
