import { defineJob } from '../../shared/jobs/job-kind.js';
import { UNTIL_DONE } from '../../shared/jobs/job-tries.js';

/** Computes the figures of a recorded visit. */
export const computeSession = defineJob<{ sessionId: string }>('session.compute', { queue: UNTIL_DONE });
