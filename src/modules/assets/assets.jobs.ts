import { defineJob } from '../../shared/jobs/job-kind.js';

/** Deletes assets that have been in the trash for `DAYS_IN_TRASH` (trash-retention.ts). */
export const emptyTrash = defineJob('assets.empty-trash', { schedule: '41 * * * *' });
