import { defineJob } from '../../../shared/jobs/job-kind.js';

/** Looks for the proofs of domains whose time has come. */
export const checkDomains = defineJob('domain.check', { schedule: '* * * * *' });
