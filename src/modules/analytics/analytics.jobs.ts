import { defineJob } from '../../shared/jobs/job-kind.js';

/** Adds the sessions computed since the last run to the rollups. */
export const foldDeltas = defineJob('analytics.fold', { schedule: '* * * * *' });

/** Brings the rollups of earlier releases to the present rules. */
export const upgradeRollups = defineJob('analytics.upgrade', { schedule: '* * * * *' });

/** Rebuilds the breakdowns of full days that are over. */
export const rebuildDays = defineJob('analytics.rebuild', { schedule: '* * * * *' });
