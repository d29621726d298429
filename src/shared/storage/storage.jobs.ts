import { defineJob } from '../jobs/job-kind.js';

/** Removes files without a record. Code that deletes a record also sends this job. */
export const removeOrphans = defineJob('storage.sweep', { schedule: '*/10 * * * *' });
