import { Injectable } from '@nestjs/common';
import { RecordLock } from '../../../shared/database/transactions/record-lock.js';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { Handles, type JobHandler } from '../../../shared/jobs/job-handlers.js';
import { uuidNamedBy } from '../../../shared/kernel/ids.js';
import { Audience } from '../entities/audience.entity.js';
import { AudienceArchiving } from './audience-archiving.js';
import { archiveAudience, type PlannedArchiving } from './audiences.jobs.js';

@Injectable()
@Handles(archiveAudience)
export class ArchiveAudienceHandler implements JobHandler<PlannedArchiving> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly recordLock: RecordLock,
    private readonly archiving: AudienceArchiving,
  ) {}

  /** Also on a deleted page: restoring the page brings back its audiences as they would be. */
  async handle({ audienceId, archiveAt }: PlannedArchiving): Promise<void> {
    await this.work.run(async () => {
      const audience = await this.recordLock.findOne(Audience, { id: uuidNamedBy('audience', audienceId) });
      if (!audience || audience.archivedAt || audience.archiveAt?.getTime() !== archiveAt) return;
      await this.archiving.archive(audience);
    });
  }
}
