import { Injectable } from '@nestjs/common';
import { TenantStore } from '../../shared/auth/tenant-store.js';
import { UnitOfWork } from '../../shared/database/transactions/unit-of-work.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { AssetTrashService } from './asset-trash.service.js';
import { emptyTrash } from './assets.jobs.js';

const BATCH_SIZE = 50;

/** Each batch is its own transaction: after a crash, the next run finds only the rest. */
@Injectable()
@Handles(emptyTrash)
export class EmptyTrashHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly trash: AssetTrashService,
  ) {}

  async handle(): Promise<void> {
    await this.tenants.forEach(async () => {
      while ((await this.unitOfWork.run(() => this.trash.deleteExpired(BATCH_SIZE))) === BATCH_SIZE);
    });
  }
}
