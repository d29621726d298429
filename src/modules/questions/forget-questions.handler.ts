import { Injectable } from '@nestjs/common';
import { TenantStore } from '../../shared/auth/tenant-store.js';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/prepared-writes.js';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { clock } from '../../shared/kernel/clock.js';
import { forgetQuestions } from './questions.jobs.js';

const BATCH = 1000;
const DAY_MS = 86_400_000;

const deleteOld = new PreparedWrite(
  'asked_question.delete_old',
  `delete from asked_question where tenant_id = $1 and id in (
     select id from asked_question where tenant_id = $1 and last_asked_at < $2 order by last_asked_at limit ${BATCH})`,
);

/** Each batch is a transaction of its own: after a crash, the next run finds only the rest. */
@Injectable()
@Handles(forgetQuestions)
export class ForgetQuestionsHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  async handle(): Promise<void> {
    const before = new Date(clock.now().getTime() - this.settings.VISIT_DAYS * DAY_MS);
    await this.tenants.forEach(async () => {
      while ((await this.unitOfWork.run(() => this.writes.run(deleteOld, before))) === BATCH);
    });
  }
}
