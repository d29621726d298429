import { AFTER_GIVING_UP, defineJob } from '../../../shared/jobs/job-kind.js';

/** Tells that it could not be found out who sent a form. */
export const failEnrichment = defineJob<{ submissionId: string }>('form.give_up', { queue: AFTER_GIVING_UP });

/** How often it is tried to find out who sent a form; that takes about an hour. */
const MAX_TRIES = 15;

/** Finds out who sent a form. Most of the time a job waits for the operator's service, so several run at once. */
export const enrichSubmission = defineJob<{ submissionId: string }>('form.enrich', {
  atOnce: 8,
  queue: { retryLimit: MAX_TRIES - 1, retryDelayMax: 600, deadLetter: failEnrichment.name },
});
