import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobCircumstances, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { isDraftReason } from './draft-reason.js';
import { HeldAudiences } from './held-audiences.js';
import { giveUpVersion, type TurnOfVersion } from './publish-version.job.js';
import { VersionTurns } from './version-turns.js';

/** A version that nobody could publish must not hold up those that wait behind it. */
@Injectable()
@Handles(giveUpVersion)
export class GiverUp implements JobHandler<TurnOfVersion> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly held: HeldAudiences,
    private readonly turns: VersionTurns,
  ) {}

  async handle({ versionId, queuedAt }: TurnOfVersion, { failedWith }: JobCircumstances): Promise<void> {
    const reason = isDraftReason(failedWith) ? failedWith : 'publishing_failed';
    await this.work.run(async () => {
      const { audience, version } = await this.held.holdVersion(versionId);
      // Queued anew since then, it has another job, with tries of its own.
      if (queuedAt !== undefined && version.queuedAt?.getTime() !== queuedAt) return;
      // It may be that not even the first step of the work ever got through.
      if (version.status === 'queued') version.take();
      if (version.status === 'processing') await this.turns.giveUp(audience, version, reason);
    });
  }
}
