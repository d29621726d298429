import { defineJob, UNTIL_DONE } from '../../shared/jobs/job-kind.js';

/** Tells that it could not be found out who sent a form. */
export const failEnrichment = defineJob<{ submissionId: string }>('form.fail_enrichment', {
  queue: UNTIL_DONE,
});

/** Finds out who sent a form. Tried for about an hour: the operator's service may be away for a while. */
export const enrichSubmission = defineJob<{ submissionId: string }>('form.enrich', {
  // A service that is slow for one tenant must not hold up all others.
  atOnce: 4,
  queue: { retryLimit: 14, retryDelayMax: 600, deadLetter: failEnrichment.name },
});

/** Removes submissions that were kept long enough (`SUBMISSION_DAYS`). */
export const forgetSubmissions = defineJob('form.forget', { schedule: '23 3 * * *' });
