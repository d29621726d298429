import { Injectable } from '@nestjs/common';
import { TenantStore } from '../../shared/auth/tenant-store.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { UnitOfWork } from '../../shared/database/transactions/unit-of-work.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { foldDeltas } from './analytics.jobs.js';
import { DeltaStore } from './rollups/delta-store.js';
import { RollupStore } from './rollups/rollup-store.js';

const BATCH = 1000;

export const TENANTS_WITH_DELTAS = `
  select id as "tenantId" from tenant t where exists (select from analytics_delta d where d.tenant_id = t.id)`;

/** Each batch is its own transaction: a delta is added to the rollups and deleted, or neither. */
@Injectable()
@Handles(foldDeltas)
export class FoldDeltasHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly tenantLock: TenantLock,
    private readonly deltas: DeltaStore,
    private readonly rollups: RollupStore,
  ) {}

  async handle(): Promise<void> {
    await this.tenants.forEachFound({ text: TENANTS_WITH_DELTAS, values: [] }, async () => {
      while ((await this.fold()) === BATCH);
    });
  }

  private fold(): Promise<number> {
    return this.unitOfWork.run(async () => {
      await this.tenantLock.acquire('analytics');
      const deltas = await this.deltas.take(BATCH);
      await this.rollups.add(deltas);
      return deltas.length;
    });
  }
}
