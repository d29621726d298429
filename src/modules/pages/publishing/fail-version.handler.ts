import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { Handles, type JobContext, type JobHandler } from '../../../shared/jobs/job-handlers.js';
import { AudienceLocks } from './audience-locks.js';
import { isDraftReason } from '../entities/draft-reasons.js';
import { failVersion, type QueuedVersion } from './versions.jobs.js';
import { VersionQueue } from './version-queue.js';

/** After the last try, the version becomes a draft, so it does not block the versions behind it. */
@Injectable()
@Handles(failVersion)
export class FailVersionHandler implements JobHandler<QueuedVersion> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly locks: AudienceLocks,
    private readonly queue: VersionQueue,
  ) {}

  async handle({ versionId, queuedAt }: QueuedVersion, { failedWith }: JobContext): Promise<void> {
    const reason = isDraftReason(failedWith) ? failedWith : 'publishing_failed';
    await this.work.run(async () => {
      const { audience, version } = await this.locks.lockVersion(versionId);
      // The version was queued again in the meantime: another job with its own tries handles it.
      if (queuedAt !== undefined && version.queuedAt?.getTime() !== queuedAt) return;
      // If no try got as far as claiming the version, it is still queued.
      if (version.status === 'queued') version.claim();
      if (version.status === 'processing') await this.queue.fail(audience, version, reason);
    });
  }
}
