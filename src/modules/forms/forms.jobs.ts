import { defineJob } from '../../shared/jobs/job-kind.js';

/** Removes submissions that were kept long enough (`SUBMISSION_DAYS`). */
export const forgetSubmissions = defineJob('form.forget', { schedule: '23 3 * * *' });
