import { defineJob, UNTIL_DONE } from '../../shared/jobs/job-kind.js';

/** Makes a draft of a version that could not be published, after all tries. */
export const giveUpVersion = defineJob<{ versionId: string }>('version.give_up', {
  queue: UNTIL_DONE,
});

/** Lets a version wait for its turn once the time has come that it was made for. */
export const versionDue = defineJob<{ versionId: string }>('version.due', {
  queue: UNTIL_DONE,
});

/** Composes a version and puts it before its audience. Most of its time it waits for others. */
export const publishVersion = defineJob<{ versionId: string }>('version.publish', {
  atOnce: 4,
  queue: { deadLetter: giveUpVersion.name },
});
