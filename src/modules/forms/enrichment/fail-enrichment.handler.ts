import { Injectable } from '@nestjs/common';
import { Handles, type JobContext, type JobHandler } from '../../../shared/jobs/job-handlers.js';
import { isEnrichmentFailure } from './enrichment-failures.js';
import { Enrichment } from './enrichment.service.js';
import { failEnrichment } from './enrichment.jobs.js';

/** After the last try, reports that the sender could not be identified. */
@Injectable()
@Handles(failEnrichment)
export class FailEnrichmentHandler implements JobHandler<{ submissionId: string }> {
  constructor(private readonly enrichment: Enrichment) {}

  handle({ submissionId }: { submissionId: string }, { failedWith }: JobContext): Promise<void> {
    return this.enrichment.fail(
      submissionId,
      isEnrichmentFailure(failedWith) ? failedWith : 'enrichment_failed',
    );
  }
}
