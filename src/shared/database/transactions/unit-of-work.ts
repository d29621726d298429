import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ConnectionShares } from './connection-shares.js';
import { HeldLocks, LockHeld, LockQueue } from './lock-queue.js';
import { isStalePlan, isTransactionConflict } from '../driver/postgres-errors.js';
import { currentContext, currentTenant, inContext } from './work-context.js';
import { SchemaFence } from './schema-fence.js';
import { Transaction } from './transaction.js';
import { ValueTaken } from './value-taken.js';

const MAX_TRIES = 3;

/**
 * One transaction around one use case: everything it loads, changes and records is flushed and committed together when
 * it returns, or not at all when it throws.
 */
@Injectable()
export class UnitOfWork {
  private readonly lockQueue = new LockQueue();

  constructor(
    private readonly connections: ConnectionShares,
    private readonly em: EntityManager,
    private readonly fence: SchemaFence,
  ) {}

  get lockWaiters(): number {
    return this.lockQueue.size;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (currentContext()?.transaction) throw new Error('A unit of work cannot be opened inside another one.');
    // Work in the background finishes what it has begun; the schema is as it knows it until then.
    if (!isInBackground()) this.fence.assertCurrent();
    const locks = new HeldLocks(this.lockQueue);
    return this.fence.keepFor(() => this.runWith(locks, work).finally(() => locks.releaseAll()));
  }

  /**
   * Work restarts from scratch if it lost against another transaction (deadlock, serialisation). Work that found a lock
   * taken restarts once it has the lock. Work that met a stale plan restarts without kept plans, because other
   * connections may have stale ones, too.
   */
  private async runWith<Result>(locks: HeldLocks, work: () => Promise<Result>): Promise<Result> {
    let usesKeptPlans = true;
    for (let tries = 1; ;) {
      try {
        return await this.attempt(locks, usesKeptPlans, work);
      } catch (error) {
        if (error instanceof LockHeld) await locks.acquireWith(error.lock);
        else if (error instanceof ValueTaken) throw await error.withHolder();
        else if (usesKeptPlans && isStalePlan(error)) usesKeptPlans = false;
        else if (!isTransactionConflict(error) || tries++ === MAX_TRIES) throw error;
      }
    }
  }

  private attempt<Result>(
    locks: HeldLocks,
    usesKeptPlans: boolean,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const tenantId = currentTenant();
    const transaction = new Transaction({
      connect: () => this.connections.connect(),
      newManager: () => this.managerFor(tenantId),
      locks,
      usesKeptPlans,
      builtFor: isInBackground() ? this.fence.built : undefined,
    });
    return inContext({ ...currentContext(), transaction }, () => transaction.run(work));
  }

  private managerFor(tenantId: string): EntityManager {
    // The context would ask this very unit of work for its manager.
    const em = this.em.fork({ disableContextResolution: true });
    em.setFilterParams('tenant', { tenantId });
    return em;
  }
}

function isInBackground(): boolean {
  const kind = currentContext()?.kind;
  return kind === 'job' || kind === 'lane';
}
