import { defineJob } from '../../shared/jobs/job-kind.js';
import { DAY_MS } from '../../shared/kernel/durations.js';

/** A question that is no longer asked is kept as long as visits are. */
export const forgetQuestions = defineJob('question.forget', {
  schedule: '53 3 * * *',
  forgets: {
    table: 'asked_question',
    since: 'last_asked_at',
    keptMs: ({ VISIT_DAYS }) => VISIT_DAYS * DAY_MS,
  },
});
