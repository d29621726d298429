import { Injectable } from '@nestjs/common';
import { RecordLock } from '../../shared/database/record-lock.js';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Events } from '../../shared/events/events.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { wireId } from '../../shared/kernel/ids.js';
import { enrichSubmission } from './forms.jobs.js';
import { Submission } from './submission.entity.js';

const NOBODY = 'The form asked for nothing that tells who sent it, or that was left empty.';

/** The person was found, or made, by the address, the number or the profile when the form came. */
@Injectable()
@Handles(enrichSubmission)
export class EnrichSubmissionHandler implements JobHandler<{ submissionId: string }> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly recordLock: RecordLock,
    private readonly events: Events,
  ) {}

  handle({ submissionId }: { submissionId: string }): Promise<void> {
    return this.unitOfWork.run(async () => {
      const submission = await this.recordLock.findOne(Submission, { id: submissionId });
      // Forgotten meanwhile, or done by a worker that was given up.
      if (submission?.status !== 'received') return;
      const { id, personId, pageId, audienceId, analyticsSessionId } = submission;
      const about = {
        formSubmissionId: wireId('submission', id),
        analyticsSessionId,
        audienceSessionId: null,
        pageId: wireId('page', pageId),
        audienceId: wireId('audience', audienceId),
      };
      if (personId) {
        submission.enrich();
        this.events.record({ type: 'form.enriched', ...about, personId: wireId('person', personId) });
      } else {
        submission.failEnrichment(NOBODY);
        this.events.record({ type: 'form.enrichment_failed', ...about, reason: NOBODY });
      }
    });
  }
}
