import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { Handles, type JobHandler } from '../../../shared/jobs/job-handlers.js';
import { AudienceLocks } from './audience-locks.js';
import { releaseScheduledVersion } from './versions.jobs.js';
import { VersionQueue } from './version-queue.js';

@Injectable()
@Handles(releaseScheduledVersion)
export class ReleaseScheduledVersionHandler implements JobHandler<{ versionId: string }> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly locks: AudienceLocks,
    private readonly queue: VersionQueue,
  ) {}

  async handle({ versionId }: { versionId: string }): Promise<void> {
    await this.work.run(async () => {
      const { audience, version } = await this.locks.lockVersion(versionId);
      await this.queue.releaseScheduled(audience, version);
    });
  }
}
