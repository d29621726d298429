import { Injectable } from '@nestjs/common';
import { TenantStore } from '../../shared/auth/tenant-store.js';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/prepared-writes.js';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { clock } from '../../shared/kernel/clock.js';
import { forgetSubmissions } from './forms.jobs.js';

const BATCH = 1000;
const DAY_MS = 86_400_000;

const deleteOld = new PreparedWrite(
  'form_submission.delete_old',
  `delete from form_submission where tenant_id = $1 and id in (
     select id from form_submission where tenant_id = $1 and created_at < $2 order by created_at limit ${BATCH})`,
);

/** Each batch is a transaction of its own: after a crash, the next run finds only the rest. */
@Injectable()
@Handles(forgetSubmissions)
export class ForgetSubmissionsHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  async handle(): Promise<void> {
    const before = new Date(clock.now().getTime() - this.settings.SUBMISSION_DAYS * DAY_MS);
    await this.tenants.forEach(async () => {
      while ((await this.unitOfWork.run(() => this.writes.run(deleteOld, before))) === BATCH);
    });
  }
}
