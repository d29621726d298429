import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { OldRows, type RowsByAge } from '../../shared/jobs/old-rows.js';
import { clock } from '../../shared/kernel/clock.js';
import { DAY_MS } from '../../shared/kernel/durations.js';
import { DailyPartitions } from '../../shared/database/schema/time-partitions.js';
import { forgetVisits } from './visits.jobs.js';

/** The ids of the samples date from before 2025; the samples are kept. */
const VISITS: RowsByAge = {
  table: 'visit',
  since: 'id',
  isOld: `id < first_uuid_of($2) and id >= first_uuid_of('2025-01-06Z')`,
};

/** Deletes the visits first: later events of a deleted visit start a new visit, whose day exists. */
@Injectable()
@Handles(forgetVisits)
export class ForgetVisitsHandler implements JobHandler {
  constructor(
    private readonly oldRows: OldRows,
    private readonly partitions: DailyPartitions,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  async handle(): Promise<void> {
    await this.partitions.ensureAhead();
    const before = new Date(clock.now().getTime() - this.settings.VISIT_DAYS * DAY_MS);
    // Whole days only: the rest of the oldest day is deleted tomorrow.
    before.setUTCHours(0, 0, 0, 0);
    await this.oldRows.deleteBefore(before, VISITS);
    await this.partitions.dropBefore(before);
  }
}
