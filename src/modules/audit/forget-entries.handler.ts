import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { MonthlyPartitions } from '../../shared/database/schema/time-partitions.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { clock } from '../../shared/kernel/clock.js';
import { DAY_MS } from '../../shared/kernel/durations.js';
import { forgetAuditEntries } from './audit.jobs.js';

@Injectable()
@Handles(forgetAuditEntries)
export class ForgetAuditEntriesHandler implements JobHandler {
  constructor(
    private readonly partitions: MonthlyPartitions,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** A month is deleted when its last day is old enough. */
  async handle(): Promise<void> {
    await this.partitions.ensureAhead();
    const oldest = clock.now().getTime() - this.settings.AUDIT_DAYS * DAY_MS;
    await this.partitions.dropBefore(new Date(oldest));
  }
}
