import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { HeldAudiences } from './held-audiences.js';
import { versionDue } from './publish-version.job.js';
import { VersionTurns } from './version-turns.js';

/** Remembers the versions that were made for later. */
@Injectable()
@Handles(versionDue)
export class Reminder implements JobHandler<{ versionId: string }> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly held: HeldAudiences,
    private readonly turns: VersionTurns,
  ) {}

  async handle({ versionId }: { versionId: string }): Promise<void> {
    await this.work.run(async () => {
      const { audience, version } = await this.held.holdVersion(versionId);
      await this.turns.comeDue(audience, version);
    });
  }
}
