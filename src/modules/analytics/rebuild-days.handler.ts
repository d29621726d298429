import { Injectable } from '@nestjs/common';
import { Handles, type JobContext, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { clock } from '../../shared/kernel/clock.js';
import { rebuildDays } from './analytics.jobs.js';
import { DayRebuild } from './rebuilding/day-rebuild.js';
import { FullDays, TENANTS_WITH_DUE_DAYS } from './rollups/full-days.js';
import { TenantTurns } from './tenant-turns.js';

/** A step is one breakdown of one day. */
@Injectable()
@Handles(rebuildDays)
export class RebuildDaysHandler implements JobHandler {
  constructor(
    private readonly turns: TenantTurns,
    private readonly fullDays: FullDays,
    private readonly days: DayRebuild,
  ) {}

  async handle(_data: object, { signal }: JobContext): Promise<void> {
    const due = () => ({ text: TENANTS_WITH_DUE_DAYS, values: [clock.now()] });
    await this.turns.take(due, () => this.rebuildNext(), signal);
  }

  private async rebuildNext(): Promise<void> {
    const day = await this.fullDays.next();
    if (!day) return;
    await this.days.rebuild(day);
    await this.fullDays.remove(day);
  }
}
