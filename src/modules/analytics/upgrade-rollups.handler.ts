import { Injectable } from '@nestjs/common';
import { Handles, type JobContext, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { upgradeRollups } from './analytics.jobs.js';
import { RollupUpgrade, TENANTS_TO_UPGRADE } from './rollups/rollup-upgrade.js';
import { TenantTurns } from './tenant-turns.js';

/** A step is some scopes of a tenant. */
@Injectable()
@Handles(upgradeRollups)
export class UpgradeRollupsHandler implements JobHandler {
  constructor(
    private readonly turns: TenantTurns,
    private readonly upgrade: RollupUpgrade,
  ) {}

  async handle(_data: object, { signal }: JobContext): Promise<void> {
    const unfinished = () => ({ text: TENANTS_TO_UPGRADE, values: [] });
    await this.turns.take(unfinished, () => this.upgrade.step(), signal);
  }
}
