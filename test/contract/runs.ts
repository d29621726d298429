/** How often each property is tried; more finds more, and takes longer. */
export const RUNS = Number(process.env.FC_RUNS ?? 10);

/** Where a machine is slow, or a failure is being made smaller, a property is tried less often. */
export const SOME_TIME = { numRuns: RUNS, interruptAfterTimeLimit: 1000 * RUNS };
