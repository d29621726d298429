import { Injectable } from '@nestjs/common';
import { TenantStore } from '../../shared/auth/tenant-store.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { UnitOfWork } from '../../shared/database/transactions/unit-of-work.js';
import { Handles, type JobContext, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { clock } from '../../shared/kernel/clock.js';
import { rebuildDays } from './analytics.jobs.js';
import { DayRebuild } from './rollups/day-rebuild.js';
import { FullDays, TENANTS_WITH_DUE_DAYS } from './rollups/full-days.js';

/** The next run continues. */
const MAX_ROUNDS = 100;

/** Rebuilds one day of each tenant in turn, each in its own transaction: a tenant with many days delays nobody. */
@Injectable()
@Handles(rebuildDays)
export class RebuildDaysHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly tenantLock: TenantLock,
    private readonly fullDays: FullDays,
    private readonly days: DayRebuild,
  ) {}

  async handle(_data: object, { signal }: JobContext): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round++) {
      const due = { text: TENANTS_WITH_DUE_DAYS, values: [clock.now()] };
      const tenants = await this.tenants.forEachFound(due, () => this.rebuildNext(signal));
      if (tenants === 0) return;
    }
  }

  private async rebuildNext(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await this.unitOfWork.run(async () => {
      await this.tenantLock.acquire('analytics');
      const day = await this.fullDays.next();
      if (!day) return;
      await this.days.rebuild(day);
      await this.fullDays.remove(day);
    });
  }
}
