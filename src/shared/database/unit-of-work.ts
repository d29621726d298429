import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { isTransactionConflict, isUnavailable } from './postgres-errors.js';
import { isStalePlan } from './prepared-query.js';
import { currentContext, currentTenant, inContext } from './work-context.js';
import { Transaction } from './transaction.js';

const MAX_TRIES = 3;

/**
 * One transaction around one use case: what it loads, changes and records is flushed and committed
 * together when it returns, or not at all when it throws.
 */
@Injectable()
export class UnitOfWork {
  constructor(
    private readonly pool: Pool,
    private readonly em: EntityManager,
  ) {}

  /** Work that lost against another transaction (deadlock, serialisation) starts again from nothing. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (currentContext()?.transaction)
      throw new Error('A unit of work can not be opened inside another one.');
    for (let tries = 1; ; tries++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (tries === MAX_TRIES || !(isTransactionConflict(error) || isStalePlan(error))) throw error;
      }
    }
  }

  private async attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    const tenantId = currentTenant();
    const client = await this.pool.connect();
    const transaction = new Transaction(client, () => this.managerFor(tenantId));
    try {
      const result = await inContext({ tenantId, transaction }, () => transaction.run(work));
      client.release();
      return result;
    } catch (error) {
      await abandon(client, error);
      throw error;
    }
  }

  private managerFor(tenantId: string): EntityManager {
    // The context would ask this very unit of work for its manager.
    const em = this.em.fork({ disableContextResolution: true });
    em.setFilterParams('tenant', { tenantId });
    return em;
  }
}

/** A connection that can't be trusted to be clean does not go back into the pool. */
async function abandon(client: PoolClient, error: unknown): Promise<void> {
  const isLost = isUnavailable(error) || isStalePlan(error);
  const isClean =
    !isLost &&
    (await client.query('rollback').then(
      () => true,
      () => false,
    ));
  client.release(!isClean);
}
