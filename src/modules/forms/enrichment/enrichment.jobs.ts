import { defineJob } from '../../../shared/jobs/job-kind.js';
import { AFTER_GIVING_UP } from '../../../shared/jobs/job-tries.js';

/** Reports that the sender of a form could not be identified. */
export const failEnrichment = defineJob<{ submissionId: string }>('form.give_up', { queue: AFTER_GIVING_UP });

/** How often a worker tries to identify the sender of a form; all tries take about an hour. */
const MAX_TRIES = 15;

/** Identifies the sender of a form. A job mostly waits for the operator's service, so several run at once. */
export const enrichSubmission = defineJob<{ submissionId: string }>('form.enrich', {
  atOnce: 8,
  queue: { retryLimit: MAX_TRIES - 1, retryDelayMax: 600, deadLetter: failEnrichment.name },
});
