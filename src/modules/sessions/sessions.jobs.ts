import { defineJob, UNTIL_DONE } from '../../shared/jobs/job-kind.js';

/** Computes the figures of a recorded visit. */
export const computeSession = defineJob<{ sessionId: string }>('session.compute', { queue: UNTIL_DONE });
