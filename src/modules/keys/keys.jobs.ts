import { defineJob } from '../../shared/jobs/job-kind.js';
import { DAY_MS } from '../../shared/kernel/durations.js';

/** Children are made at each sign-in, so they are not kept for good, unlike other keys. */
const CHILD_RETENTION_DAYS = 7;

export const forgetChildKeys = defineJob('keys.forget_children', {
  schedule: '47 * * * *',
  forgets: {
    table: 'api_key',
    since: 'expires_at',
    isOld: 'parent_id is not null and expires_at < $2',
    keptMs: () => CHILD_RETENTION_DAYS * DAY_MS,
  },
});
