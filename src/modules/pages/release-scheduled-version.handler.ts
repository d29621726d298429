import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { AudienceLocks } from './audience-locks.js';
import { releaseScheduledVersion } from './versions.jobs.js';
import { SCHEDULED, VersionQueue } from './version-queue.js';
import { Version } from './version.entity.js';

/**
 * Puts a scheduled version at the end of the queue when its time has come. If no worker was running, several versions
 * are due at once. They go live in the order of their `publishAt`, then of their numbers, whichever job runs first:
 * each job also releases the versions of its audience that were due earlier.
 */
@Injectable()
@Handles(releaseScheduledVersion)
export class ReleaseScheduledVersionHandler implements JobHandler<{ versionId: string }> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly em: EntityManager,
    private readonly locks: AudienceLocks,
    private readonly queue: VersionQueue,
  ) {}

  async handle({ versionId }: { versionId: string }): Promise<void> {
    await this.work.run(async () => {
      const { audience, version } = await this.locks.lockVersion(versionId);
      if (!version.isScheduled()) return;
      const due = await this.em.find(
        Version,
        { audienceId: audience.id, ...SCHEDULED, publishAt: { $lte: version.publishAt } },
        { orderBy: { publishAt: 'asc', versionNumber: 'asc' } },
      );
      for (const each of due) each.release(audience.nextQueuePosition());
      await this.queue.startNext(audience);
    });
  }
}
