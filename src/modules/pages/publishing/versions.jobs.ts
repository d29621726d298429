import { defineJob, type JobKind } from '../../../shared/jobs/job-kind.js';
import { AFTER_GIVING_UP, UNTIL_DONE } from '../../../shared/jobs/job-tries.js';

/** How often a worker tries to publish a version before the version becomes a draft. */
export const MAX_PUBLISH_TRIES = 6;

export interface QueuedVersion {
  versionId: string;
  /** A version can be queued more than once. Jobs of earlier releases lack this field. */
  queuedAt?: number;
}

/** Turns a version into a draft after the last try to publish it failed. */
export const failVersion = defineJob<QueuedVersion>('version.give_up', { queue: AFTER_GIVING_UP });

/** Puts a scheduled version into the queue of its audience when it is due. */
export const releaseScheduledVersion = defineJob<{ versionId: string }>('version.due', { queue: UNTIL_DONE });

/** Composes and publishes a version. Most of the time a job waits for the composer, so several run at once. */
export const publishVersion = defineJob<QueuedVersion>('version.publish', {
  atOnce: 4,
  queue: { retryLimit: MAX_PUBLISH_TRIES - 1, deadLetter: failVersion.name },
});

/** Composes published content again that earlier rules composed. Usually there is none. */
export const recomposeOutdated = defineJob('version.recompose', { schedule: '* * * * *' });

/** The queue for dead letters is opened before the one that names it. */
export const versionJobs: readonly JobKind[] = [
  failVersion,
  releaseScheduledVersion,
  publishVersion,
  recomposeOutdated,
];
