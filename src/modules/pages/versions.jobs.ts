import { defineJob, UNTIL_DONE, type JobKind } from '../../shared/jobs/job-kind.js';

/** How often a worker tries to publish a version before the version becomes a draft. */
export const MAX_PUBLISH_TRIES = 6;

export interface TurnOfVersion {
  versionId: string;
  /** Which of its turns. Jobs that were queued before there was this do not tell. */
  queuedAt?: number;
}

/** Makes a draft of a version that could not be published, after all tries. */
export const failVersion = defineJob<TurnOfVersion>('version.give_up', { queue: UNTIL_DONE });

/** Lets a version wait for its turn once the time has come that it was made for. */
export const releaseScheduledVersion = defineJob<{ versionId: string }>('version.due', { queue: UNTIL_DONE });

/** Composes a version and puts it before its audience. Most of its time it waits for others. */
export const publishVersion = defineJob<TurnOfVersion>('version.publish', {
  atOnce: 4,
  queue: { retryLimit: MAX_PUBLISH_TRIES - 1, deadLetter: failVersion.name },
});

/** The queue for dead letters is opened before the one that names it. */
export const versionJobs: readonly JobKind[] = [failVersion, releaseScheduledVersion, publishVersion];
