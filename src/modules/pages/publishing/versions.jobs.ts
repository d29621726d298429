import { AFTER_GIVING_UP, defineJob, UNTIL_DONE, type JobKind } from '../../../shared/jobs/job-kind.js';

/** How often a worker tries to publish a version before the version becomes a draft. */
export const MAX_PUBLISH_TRIES = 6;

export interface QueuedVersion {
  versionId: string;
  /** A version can be queued more than once. Jobs of earlier releases do not say when theirs was. */
  queuedAt?: number;
}

/** Makes a draft of a version that could not be published, after all tries. */
export const failVersion = defineJob<QueuedVersion>('version.give_up', { queue: AFTER_GIVING_UP });

/** Puts a scheduled version into the queue of its audience once its time has come. */
export const releaseScheduledVersion = defineJob<{ versionId: string }>('version.due', { queue: UNTIL_DONE });

/** Composes and publishes a version. Most of the time a job waits for the composer, so several run at once. */
export const publishVersion = defineJob<QueuedVersion>('version.publish', {
  atOnce: 4,
  queue: { retryLimit: MAX_PUBLISH_TRIES - 1, deadLetter: failVersion.name },
});

/** Composes anew what visitors are shown, where that was composed by earlier rules. Most of the time there is none. */
export const recomposeOutdated = defineJob('version.recompose', { schedule: '* * * * *' });

/** The queue for dead letters is opened before the one that names it. */
export const versionJobs: readonly JobKind[] = [
  failVersion,
  releaseScheduledVersion,
  publishVersion,
  recomposeOutdated,
];
