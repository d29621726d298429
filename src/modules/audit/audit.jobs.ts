import { defineJob } from '../../shared/jobs/job-kind.js';

/** Creates partitions for the audit entries of the next months, and deletes the oldest. */
export const forgetAuditEntries = defineJob('audit.forget', { schedule: '37 * * * *' });
