import { defineJob } from '../../shared/jobs/job-kind.js';

/** Adds to the rollups what has been computed since the last time. */
export const foldDeltas = defineJob('analytics.fold', { schedule: '* * * * *' });
