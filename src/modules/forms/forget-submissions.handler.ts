import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { PreparedWrite } from '../../shared/database/records/prepared-writes.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { DELETED_AT_ONCE, OldRows } from '../../shared/jobs/old-rows.js';
import { clock } from '../../shared/kernel/clock.js';
import { DAY_MS } from '../../shared/kernel/durations.js';
import { forgetSubmissions } from './forms.jobs.js';

const deleteOld = new PreparedWrite(
  'form_submission.delete_old',
  `delete from form_submission where tenant_id = $1 and id in (
     select id from form_submission where tenant_id = $1 and created_at < $2
     order by created_at limit ${DELETED_AT_ONCE}
   )`,
);

@Injectable()
@Handles(forgetSubmissions)
export class ForgetSubmissionsHandler implements JobHandler {
  constructor(
    private readonly oldRows: OldRows,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  async handle(): Promise<void> {
    const before = new Date(clock.now().getTime() - this.settings.SUBMISSION_DAYS * DAY_MS);
    await this.oldRows.deleteBefore(before, deleteOld);
  }
}
