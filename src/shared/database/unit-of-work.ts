import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { isTransactionConflict } from './postgres-errors.js';
import { currentScope, currentTenant, inScope } from './scope.js';

const MOST_TRIES = 3;

/**
 * One transaction around one use case: what it loads, changes and records is flushed and committed
 * together when it returns, or not at all when it throws.
 */
@Injectable()
export class UnitOfWork {
  constructor(private readonly em: EntityManager) {}

  /** Work that lost against another transaction (deadlock, serialisation) starts again from nothing. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (currentScope()?.em) throw new Error('A unit of work can not be opened inside another one.');
    for (let tries = 1; ; tries++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (tries === MOST_TRIES || !isTransactionConflict(error)) throw error;
      }
    }
  }

  private async attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    const tenantId = currentTenant();
    const em = this.em.fork();
    em.setFilterParams('tenant', { tenantId });
    await em.begin();
    try {
      const result = await inScope({ tenantId, em }, work);
      await em.commit();
      return result;
    } catch (error) {
      // The connection may be what failed; the first error is the one to report.
      if (em.isInTransaction()) await em.rollback().catch(() => undefined);
      throw error;
    }
  }
}
