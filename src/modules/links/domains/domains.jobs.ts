import { defineJob } from '../../../shared/jobs/job-kind.js';

/** Looks for the proofs of domains that are due for a check. */
export const checkDomains = defineJob('domain.check', { schedule: '* * * * *' });
