import { Injectable } from '@nestjs/common';
import { PreparedWrite } from '../database/records/prepared-writes.js';
import { clock } from '../kernel/clock.js';
import { HOUR_MS } from '../kernel/durations.js';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { DELETED_AT_ONCE, OldRows } from '../jobs/old-rows.js';
import { ANSWER_RETENTION_HOURS, forgetAnswers } from './idempotency.jobs.js';

const forget = new PreparedWrite(
  'idempotent_answer.forget',
  `delete from idempotent_answer where tenant_id = $1 and key = any (array(
     select key from idempotent_answer where tenant_id = $1 and created_at <= $2 limit ${DELETED_AT_ONCE}
   ))`,
);

@Injectable()
@Handles(forgetAnswers)
export class ForgetAnswersHandler implements JobHandler {
  constructor(private readonly oldRows: OldRows) {}

  async handle(): Promise<void> {
    const oldest = new Date(clock.now().getTime() - ANSWER_RETENTION_HOURS * HOUR_MS);
    await this.oldRows.deleteBefore(oldest, forget);
  }
}
