import { defineJob } from '../../shared/jobs/job-kind.js';

/** Recomputes visits that were computed with the rules of an older release. */
export const recomputeVisits = defineJob('visits.recompute', { schedule: '* * * * *' });

/** Creates partitions for the events of the next days, and deletes expired ones (`VISIT_DAYS`). */
export const forgetVisits = defineJob('visits.forget', { schedule: '37 * * * *' });
