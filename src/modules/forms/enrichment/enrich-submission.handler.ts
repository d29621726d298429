import { Injectable, Logger } from '@nestjs/common';
import { PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { Handles, type JobContext, type JobHandler } from '../../../shared/jobs/job-handlers.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { Enricher, EnricherError, type EnricherQuestion } from './enricher.js';
import { Enrichment } from './enrichment.service.js';
import { EMAIL_ALONE } from '../entities/form-parts.js';
import { formById } from '../dto/form-reads.js';
import { enrichSubmission } from './enrichment.jobs.js';
import { identityIn } from '../entities/sender.js';
import { submissionById, type SubmissionRecord } from '../dto/submission-reads.js';

/** Asks the operator's service, if there is one, and stores the result. */
@Injectable()
@Handles(enrichSubmission)
export class EnrichSubmissionHandler implements JobHandler<{ submissionId: string }> {
  private readonly logger = new Logger('forms');

  constructor(
    private readonly reads: PreparedReads,
    private readonly enricher: Enricher,
    private readonly enrichment: Enrichment,
  ) {}

  async handle({ submissionId }: { submissionId: string }, { signal }: JobContext): Promise<void> {
    if (!this.enricher.isSetUp) return this.enrichment.complete(submissionId, {});
    const submission = await this.reads.one(submissionById, submissionId);
    // Deleted in the meantime, or completed by a worker that was presumed dead.
    if (submission?.status !== 'received') return;
    try {
      const told = await this.enricher.ask(await this.questionAbout(submission), signal);
      await this.enrichment.complete(submissionId, told);
    } catch (error) {
      if (!(error instanceof EnricherError) || error.isTemporary) throw error;
      this.logger.warn({ msg: 'enrichment failed', submissionId, error });
      await this.enrichment.fail(submissionId, error.code);
    }
  }

  private async questionAbout(submission: SubmissionRecord): Promise<EnricherQuestion> {
    const { id, formId, pageId, audienceId, personId, analyticsSessionId, answers } = submission;
    const form = formId ? await this.reads.one(formById, formId) : undefined;
    return {
      formSubmissionId: wireId('submission', id),
      formId: formId ? wireId('form', formId) : null,
      pageId: wireId('page', pageId),
      audienceId: wireId('audience', audienceId),
      personId: personId ? wireId('person', personId) : null,
      analyticsSessionId,
      ...identityIn(form?.fields ?? EMAIL_ALONE, answers),
      answers,
    };
  }
}
