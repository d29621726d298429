import { defineJob } from '../../shared/jobs/job-kind.js';

/** Makes room for the events of the next days, and forgets those that were kept long enough (`VISIT_DAYS`). */
export const forgetVisits = defineJob('visits.forget', { schedule: '37 * * * *' });
