import { Injectable } from '@nestjs/common';
import { currentTenant, currentTransaction } from './work-context.js';

const TAKE = `select pg_advisory_xact_lock(hashtextextended($1, 1))`;

/** For rules about several rows that no row lock can enforce, because one of them may not exist yet. */
@Injectable()
export class TenantLock {
  /**
   * From here to the end of the transaction, no other transaction of this tenant holds the lock for the same matter.
   */
  async acquire(matter: string): Promise<void> {
    const transaction = currentTransaction();
    const lock = `${currentTenant()} ${matter}`;
    await transaction.waitForLock(lock);
    await transaction.query({ name: 'turns.take', text: TAKE, values: [lock] });
  }
}
