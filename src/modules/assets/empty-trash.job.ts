import { Injectable } from '@nestjs/common';
import { EveryTenant } from '../../shared/auth/every-tenant.js';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { defineJob } from '../../shared/jobs/job-kind.js';
import { AssetTrashService } from './asset-trash.service.js';

const emptyTrash = defineJob('assets.empty-trash', { schedule: '41 * * * *' });

const BATCH = 50;

/** Each batch is a transaction of its own: what was done before a crash is done, and the rest is found again. */
@Injectable()
@Handles(emptyTrash)
export class EmptyTrashJob implements JobHandler {
  constructor(
    private readonly tenants: EveryTenant,
    private readonly unitOfWork: UnitOfWork,
    private readonly trash: AssetTrashService,
  ) {}

  async handle(): Promise<void> {
    await this.tenants.do(async () => {
      while ((await this.unitOfWork.run(() => this.trash.deleteOverdue(BATCH))) === BATCH);
    });
  }
}
