import { Injectable } from '@nestjs/common';
import { TenantStore } from '../auth/tenant-store.js';
import { PreparedWrite, PreparedWrites } from '../database/prepared-writes.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { clock } from '../kernel/clock.js';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { ANSWER_RETENTION_HOURS, forgetAnswers } from './idempotency.jobs.js';

const BATCH = 1000;

const forget = new PreparedWrite(
  'idempotent_answer.forget',
  `delete from idempotent_answer where tenant_id = $1 and key = any (array(
     select key from idempotent_answer where tenant_id = $1 and created_at <= $2 limit ${BATCH}
   ))`,
);

/** In batches: all of them at once may take longer than a statement may. */
@Injectable()
@Handles(forgetAnswers)
export class ForgetAnswersHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
  ) {}

  async handle(): Promise<void> {
    const oldest = new Date(clock.now().getTime() - ANSWER_RETENTION_HOURS * 3_600_000);
    await this.tenants.forEach(async () => {
      while ((await this.unitOfWork.run(() => this.writes.run(forget, oldest))) === BATCH);
    });
  }
}
