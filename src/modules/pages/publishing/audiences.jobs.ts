import { defineJob } from '../../../shared/jobs/job-kind.js';
import { UNTIL_DONE } from '../../../shared/jobs/job-tries.js';

export interface PlannedArchiving {
  /** As in the API. An erasure of the person deletes jobs that name the person's records by UUID; this one must remain. */
  audienceId: string;
  /** The `archiveAt` that the job was sent for, in milliseconds since 1970. Another job serves another plan. */
  archiveAt: number;
}

/** Archives an audience at its `archiveAt`. */
export const archiveAudience = defineJob<PlannedArchiving>('audience.due', { queue: UNTIL_DONE });
