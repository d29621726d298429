import { Injectable } from '@nestjs/common';
import { TenantStore } from '../../shared/auth/tenant-store.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { UnitOfWork } from '../../shared/database/transactions/unit-of-work.js';
import { Handles, type JobContext, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { upgradeRollups } from './analytics.jobs.js';
import { RollupUpgrade, TENANTS_TO_UPGRADE } from './rollups/rollup-upgrade.js';

/** The next run continues. */
const MAX_ROUNDS = 100;

/** One step of each tenant in turn, each in its own transaction: after a crash, the next run continues with the rest. */
@Injectable()
@Handles(upgradeRollups)
export class UpgradeRollupsHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly tenantLock: TenantLock,
    private readonly upgrade: RollupUpgrade,
  ) {}

  async handle(_data: object, { signal }: JobContext): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round++) {
      const unfinished = { text: TENANTS_TO_UPGRADE, values: [] };
      if ((await this.tenants.forEachFound(unfinished, () => this.upgradeStep(signal))) === 0) return;
    }
  }

  private async upgradeStep(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await this.unitOfWork.run(async () => {
      await this.tenantLock.acquire('analytics');
      await this.upgrade.step();
    });
  }
}
