import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobContext, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { isDraftReason } from './draft-reason.js';
import { AudienceLocks } from './audience-locks.js';
import { failVersion, type TurnOfVersion } from './versions.jobs.js';
import { VersionQueue } from './version-queue.js';

/** A version that nobody could publish must not hold up those that wait behind it. */
@Injectable()
@Handles(failVersion)
export class FailVersionHandler implements JobHandler<TurnOfVersion> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly locks: AudienceLocks,
    private readonly queue: VersionQueue,
  ) {}

  async handle({ versionId, queuedAt }: TurnOfVersion, { failedWith }: JobContext): Promise<void> {
    const reason = isDraftReason(failedWith) ? failedWith : 'publishing_failed';
    await this.work.run(async () => {
      const { audience, version } = await this.locks.lockVersion(versionId);
      // Queued anew since then, it has another job, with tries of its own.
      if (queuedAt !== undefined && version.queuedAt?.getTime() !== queuedAt) return;
      // It may be that not even the first step of the work ever got through.
      if (version.status === 'queued') version.claim();
      if (version.status === 'processing') await this.queue.giveUp(audience, version, reason);
    });
  }
}
