import { defineJob, UNTIL_DONE } from '../../shared/jobs/job-kind.js';

/** Finds out who sent a form. */
export const enrichSubmission = defineJob<{ submissionId: string }>('form.enrich', { queue: UNTIL_DONE });

/** Removes submissions that were kept long enough (`SUBMISSION_DAYS`). */
export const forgetSubmissions = defineJob('form.forget', { schedule: '23 3 * * *' });
