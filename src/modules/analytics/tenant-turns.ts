import { Injectable } from '@nestjs/common';
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

  /** Takes turns until the query finds no tenant with work. */
  async take(
    look: () => { text: string; values: unknown[] },
    step: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const turn = async () => {
      if (!signal.aborted) await this.locked(step);
    };
    for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round++)
      if ((await this.tenants.forEachFound(look(), turn)) === 0) return;
  }

  private locked(step: () => Promise<void>): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.tenantLock.acquire('analytics');
      await step();
    });
  }
}
