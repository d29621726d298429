import { defineJob } from '../../shared/jobs/job-kind.js';

/** Computes visits again that were computed by the rules of an older release. */
export const recomputeVisits = defineJob('visits.recompute', { schedule: '* * * * *' });

/** Makes room for the events of the next days, and forgets those that were kept long enough (`VISIT_DAYS`). */
export const forgetVisits = defineJob('visits.forget', { schedule: '37 * * * *' });
