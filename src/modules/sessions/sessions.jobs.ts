import { defineJob, UNTIL_DONE } from '../../shared/jobs/job-kind.js';

/** Works out the figures that follow from a recorded visit. */
export const computeSession = defineJob<{ sessionId: string }>('session.compute', { queue: UNTIL_DONE });
