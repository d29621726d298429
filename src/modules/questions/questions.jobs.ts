import { defineJob } from '../../shared/jobs/job-kind.js';

/** Removes questions that nobody has asked for as long as visits are kept (`VISIT_DAYS`). */
export const forgetQuestions = defineJob('question.forget', { schedule: '53 3 * * *' });
