import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { PreparedWrite } from '../../shared/database/records/prepared-writes.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { DELETED_AT_ONCE, OldRows } from '../../shared/jobs/old-rows.js';
import { clock } from '../../shared/kernel/clock.js';
import { DAY_MS } from '../../shared/kernel/durations.js';
import { forgetQuestions } from './questions.jobs.js';

const deleteOld = new PreparedWrite(
  'asked_question.delete_old',
  `delete from asked_question where tenant_id = $1 and id in (
     select id from asked_question where tenant_id = $1 and last_asked_at < $2
     order by last_asked_at limit ${DELETED_AT_ONCE}
   )`,
);

@Injectable()
@Handles(forgetQuestions)
export class ForgetQuestionsHandler implements JobHandler {
  constructor(
    private readonly oldRows: OldRows,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  async handle(): Promise<void> {
    const before = new Date(clock.now().getTime() - this.settings.VISIT_DAYS * DAY_MS);
    await this.oldRows.deleteBefore(before, deleteOld);
  }
}
