import { defineJob } from '../../../shared/jobs/job-kind.js';

/** Deletes previews of what is not saved once their URLs have expired. */
export const forgetPreviews = defineJob('page_preview.forget', { schedule: '* * * * *' });
