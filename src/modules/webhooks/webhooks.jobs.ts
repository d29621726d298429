import { defineJob } from '../../shared/jobs/job-kind.js';

/** Deletes deliveries and attempts that are too old to be shown. */
export const forgetDeliveries = defineJob('webhooks.forget-deliveries', { schedule: '29 * * * *' });
