import { defineJob, UNTIL_DONE } from '../../shared/jobs/job-kind.js';

export interface TurnOfVersion {
  versionId: string;
  /** Which of its turns. Jobs that were queued before there was this do not tell. */
  queuedAt?: number;
}

/** Makes a draft of a version that could not be published, after all tries. */
export const giveUpVersion = defineJob<TurnOfVersion>('version.give_up', {
  queue: UNTIL_DONE,
});

/** Lets a version wait for its turn once the time has come that it was made for. */
export const versionDue = defineJob<{ versionId: string }>('version.due', {
  queue: UNTIL_DONE,
});

/** Composes a version and puts it before its audience. Most of its time it waits for others. */
export const publishVersion = defineJob<TurnOfVersion>('version.publish', {
  atOnce: 4,
  queue: { deadLetter: giveUpVersion.name },
});
