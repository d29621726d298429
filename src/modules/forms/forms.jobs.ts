import { defineJob } from '../../shared/jobs/job-kind.js';
import { DAY_MS } from '../../shared/kernel/durations.js';

export const forgetSubmissions = defineJob('form.forget', {
  schedule: '23 3 * * *',
  forgets: {
    table: 'form_submission',
    since: 'created_at',
    keptMs: ({ SUBMISSION_DAYS }) => SUBMISSION_DAYS * DAY_MS,
  },
});
