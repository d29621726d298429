import { Injectable } from '@nestjs/common';
import { TenantFailures } from '../../shared/auth/tenant-failures.js';
import { TenantStore } from '../../shared/auth/tenant-store.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { UnitOfWork } from '../../shared/database/transactions/unit-of-work.js';

/** The next run of the job continues. */
const MAX_ROUNDS = 100;

/**
 * Work on the rollups of many tenants, one step of each tenant in turn: a tenant with much work delays nobody. Each step
 * is its own transaction: after a crash, the next run continues with the rest.
 */
@Injectable()
export class TenantTurns {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly tenantLock: TenantLock,
  ) {}

  /**
   * Takes turns until the query finds no tenant with work. A tenant whose step fails has no more turns in this run; once
   * the others are done, the job fails, and its next try continues with that tenant.
   */
  async take(
    look: () => { text: string; values: unknown[] },
    step: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const failures = new TenantFailures();
    for (let round = 0, isMore = true; isMore && round < MAX_ROUNDS && !signal.aborted; round++) {
      isMore = false;
      await this.tenants.forEachFound(look(), async ({ tenantId }) => {
        if (signal.aborted || failures.has(tenantId)) return;
        isMore = true;
        await this.locked(step).catch((error: unknown) => failures.add(tenantId, error));
      });
    }
    failures.throwIfAny();
  }

  private locked(step: () => Promise<void>): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.tenantLock.acquire('analytics');
      await step();
    });
  }
}
