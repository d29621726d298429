import { defineJob } from '../jobs/job-kind.js';

/** Removes files that no record has. Whoever deletes a record sends one as well. */
export const removeOrphans = defineJob('storage.sweep', { schedule: '*/10 * * * *' });
