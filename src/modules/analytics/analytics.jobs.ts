import { defineJob } from '../../shared/jobs/job-kind.js';

/** Adds the sessions computed since the last run to the rollups. */
export const foldDeltas = defineJob('analytics.fold', { schedule: '* * * * *' });
